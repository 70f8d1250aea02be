"""Small sheets of cards in the shapes that people have them, each with a short title.

Their shapes are those of sheets for spreadsheet programs, card makers and table simulators in
public repositories. Their contents are made up.
"""

from __future__ import annotations

SHEETS: dict[str, str] = {
    # Cases that once failed.
    "copies called Quantity": "Name,Quantity,Points\nSeer,1,3\nWolf,2,-1\nVillager,40,1\n",
    "names called Title": "Title,Copies,points\nIsland,1,2\nPlains,8,1\n",
    "dollars": "type,cost,quantity\nknave,$1,5\nqueen,$3,2\nwizard,$5,1\n",
    "percentages": "Name,copies,hint,Probability\nSeer,1,1,14%\nWolf,2,2,29%\nMayor,4,3,57%\n",
    "semicolons and decimal commas": (
        '\ufeffname;copies;points;note\nAnt;3;1,5;"a; b"\nBee;2;2;\nCat;1;3,25;x\n'
    ),
    "a row of totals": "name,copies,points\nAnt,3,1\nBee,2,2\nCat,1,3\nTotal,6,6\n",
    "a title and merged cells": (
        "Deck v3 (final),,\n,,\nSuit,Name,Points\nRed,Ant,1\n,Bee,2\n,Cat,3\nBlue,Dog,1\n,Eel,2\n"
    ),
    "empty cells": (
        "id,name,cost,diamonds,sword,tier\n1,Guard,8,,,1\n2,Rider,17,3,,1\n14,Digger,,2,,s\n"
        "23,Imp,,,1,0\n30,Ogre,,,3,5\n"
    ),
    "columns of styles": (
        "nom,dos,Name,time_cost,colour,Name_size,Name_bold,tags\nStars,,Stars,7,#D6A23A,,,\n"
        "Menu,,Menu,4,#D6A23A,,,\nCheese,,Cheese,6,#D6A23A,0.5,,Dish\n"
    ),
    "line breaks": 'name,cost,text\nA,1,"line 1\nline 2"\nB,2,"x"\n',
    # As card makers and spreadsheet programs write them.
    "quotes with spaces after them, and no names": (
        '"Level","Points","Feature","Output","Crowns" \n0,0,"Again","1B",0\n0,1,"None","1W",0\n'
        '1,2,"Steal","1B",1\n1,0,"None","1*",2\n\n\n'
    ),
    "Card Name, costs in letters and lists": (
        "Card Name,Quantity,Type,Mana Cost,Conditions\nWurm,4,Creature,2G,lands;green\n"
        "Study,3,Sorcery,U,lands;blue\nForest,7,Land,,green\n"
        '"Squee, the Goblin",4,Creature,2R,lands\n'
    ),
    "lists of numbers and dashes": (
        "ID;AGE;COST MONEY;COST MATERIALS;GAIN SYMBOL\n0;1;0;-;-\n1;1;1;0,1;0\n2;2;0;0,2,3;1\n"
        "3;2;2;1,1;-\n"
    ),
    "numbers with a unit": (
        'name,main text,cost\nHeir,"1 Attack\n\nTrash Heir if it loses.",1 Gold\n'
        'General,"3 Attack",3 Gold\nCastle,"5 Victory\n2 Defense",5 Gold\n'
    ),
    "three decimals": (
        "s,Front Name,Era,Input,Efficiency\n1,Nano,1,3,1.333\n2,Gene,1,4.5,1.500\n3,Phases,,,\n"
        "4,Lunar,0,2,1000.000\n5,Relic,2,8,1.417\n"
    ),
    "sentences as the only texts": (
        'CardID,Description,Option1,Option2\n1,"A movement forms.","Support (+5)","Oppose (+5)"\n'
        '2,"Leaders demand more.","Grant (+5)","Refuse (+5)"\n'
    ),
    "empty percentages": (
        "Name,Quantity,Hint,Description,Probability\nSeer,1,S,You may look.,14%\n"
        "Wolf,2,W,Pick a victim.,29%\nVillager,4,V,,\n"
    ),
    "spaces after commas": 'id, owner, title, hero\n1,2,"Green, and blue", 1\n2, 3, Brainy, 12\n',
    "the smallest sheet": 'Type,"Level"\nThief,1\nMastermind,2',
    "some quantities missing": "Name,Qty,Power\nBear,3,2\nWolf,,1\nDeer,1,4\n",
    "the same heading twice": "name,cost,cost\nAnt,1,5\nBee,2,6\n",
    "German": "Titel;Anzahl;Wert;Farbe\nRitter;3;1,5;rot\nDame;1;2,0;blau\nNarr;2;0,5;rot\n",
    "French": "Nom,Quantité,Coût\nChevalier,3,2 €\nReine,1,5 €\nFou,2,1 €\n",
    "French, where Nombre is a number": "Carte,Nombre,Force\nRoi,2,5\nPion,8,1\n",
    "Spanish, where Nombre is a name": "Nombre,Cantidad,Fuerza\nRey,2,5\nPeón,8,1\n",
    "Dutch": "Naam\tAantal\tPunten\nKoning\t2\t5\nPion\t8\t1\n",
    "a column # that counts the rows": "#,Name,Cost\n1,Ant,3\n2,Bee,4\n3,Cat,5\n4,Dog,1\n5,Eel,2\n",
    "a column # of copies": "#,Name,Cost\n4,Ant,3\n2,Bee,4\n4,Cat,5\n2,Dog,1\n",
    "No. as the number of a card": (
        "No.,Name,Copies\n101,Ant,2\n102,Bee,2\n103,Cat,1\n104,Dog,1\n"
    ),
    "copies as x3": "Card,Copies,Strength\nKing,x1,10\nPawn,x8,1\nRook,2x,5\n",
    "Quantity in a longer heading": "Name,Quantity (3 players),Cost\nAnt,2,1\nBee,3,2\n",
    "two columns of copies": "Name,Qty,Count,Cost\nAnt,2,1,1\nBee,3,1,2\n",
    "thousands": 'name,price,size\nBoat,"1,000",2.5\nShip,"12,500",3\n',
    "one thousand or one": "name,price\nBoat,1.000\nShip,2.500\n",
    "points and commas": 'name,a,b\nAnt,1.5,"2,25"\nBee,2.5,3\n',
    "minus signs and fractions": "name,points\nAnt,\u22121\nBee,½\nCat,+2\nDog,\u20133\n",
    "a number that became a date": "name,points\nAnt,2. Mai\nBee,3\nCat,1\n",
    "a column of dates": "name,points,made\nAnt,2,2024-05-01\nBee,3,2024-05-02\nCat,1,2024-06-01\n",
    "two tables": ("name,points\nAnt,1\nBee,2\n\nToken,Colour\nCoin,gold\nCube,red\n"),
    "notes below": (
        'name,points,suit\nAnt,1,red\nBee,2,blue\n,,\nLast updated in May,,\n,,"Notes: ask Ann"\n'
    ),
    "ticks": "Name,Wild,Cost\nAnt,x,1\nBee,,2\nCat,X,3\n",
    "remarks without a heading": "Name,Cost,\nAnt,1,\nBee,2,too strong?\nCat,3,\n",
    "vertical bars": "name|copies|text\nAnt|2|Draw a card, then discard one.\nBee|1|Draw.\n",
    "headings again for each page": "name,cost\nAnt,1\nBee,2\nname,cost\nCat,3\n",
    "empty columns and rows around it": ",,,,\n,Name,,Cost,\n,,,,\n,Ant,,1,\n,Bee,,2,\n",
    "notes beside it": "Name,Cost,,Legend\nAnt,1,,fast\nBee,2,,slow\n,,,rare\n",
    "lists with commas": (
        'name,tags\nAnt,"Cheese, Rice"\nBee,Rice\nCat,"Cheese, Tomato"\nDog,Tomato\n'
    ),
    "a sum without a word": "name,copies,cost\nAnt,2,1\nBee,3,4\n,5,5\n",
    "a card called Total": "name,copies,cost\nTotal,2,1\nBee,3,4\nSum,1,9\n",
    "words in other letters": "name,suit\nAnt,Red\nBee,red\nCat,blue\n",
    "error values": "name,cost,per coin\nAnt,1,#DIV/0!\nBee,2,0.5\n",
    "ranks": "rank,suit\n10,red\nJ,red\n9,blue\nQ,blue\n",
    "a number that tells cards apart": (
        "Colour,Number,Symbols\nred,1,a\nred,1,b\nred,2,a\nblue,1,a\nblue,2,a\nblue,1,b\n"
    ),
    "Count of the symbols on a card": (
        "color,shape,count\nred,oval,1\nred,oval,2\nred,wave,1\nblue,oval,1\nblue,oval,2\n"
    ),
    "Count as the number of copies": "role,count\nseer,1\nwolf,2\nmayor,1\n",
    "Number as the number of copies": "Name,Number,Cost\nAnt,2,1\nBee,2,3\nCat,4,1\n",
    "some percentages": "name,copies,chance\nAnt,2.0,50%\nBee,1.0,3\n",
    "y and n": "name,wild\nAnt,y\nBee,n\n",
    "texts that are repeated": (
        'name,faction\nAnt,"Rome, the city"\nBee,"Rome, the city"\nCat,Gaul\nDog,Gaul\n'
    ),
    "a range that became no date": "name,range\nAnt,1-2\nBee,3\nCat,2\n",
    "rows without a name": "name,points\nAnt,1\n,2\nCat,3\n",
    "a heading for two columns": "name,cost,cost,x\nAnt,1,,2\nBee,2,4,1\n",
    "headings between the cards": (
        "Name,Cost,Power\nSpells,,\nFire,1,2\nIce,2,3\nUnits,,\nOrc,3,3\n"
    ),
    "numbers in brackets": "Name,Copies,Cost\nAnt,2,(1)\nBee,1,(2)\n",
    "two numbers in a cell": "Name,ATK/DEF,Cost\nOrc,3/2,2\nElf,1/1,1\n",
    "thousands with points": "Name;Kosten;Anzahl\nAnna;1.500;3\nBert;2.000;1\n",
    "percentages with commas": 'Naam,Aantal,Kans\nA,2,"12,5%"\nB,1,"87,5%"\n',
    "pictures and a number of times": "id,front,back,times\n1,a.png,b.png,2\n2,c.png,b.png,3\n",
    "a total in capitals": "name,count,notes\nAnt,2,first\nBee,2,\nCat,1,\n,,\nTOTAL,5,\n",
}
