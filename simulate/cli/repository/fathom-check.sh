#!/bin/sh
# Checks the games of a repository with Fathom, verifies its pinned studies and judges its targets.
#
#   sh fathom-check.sh                 all games and studies that git knows
#   sh fathom-check.sh reef.py x.toml  only these; other files are left alone
#
# For a sheet such as deck.csv, the games in its folder are checked.
# The exit code is 1 if a check fails, a study differs from what it pins, or a target is missed.
set -u
failed=0
runs=0

# What git knows, one file per line, unless files are named.
list_files() {
  if [ "$#" -eq 0 ]; then
    # Without the option, git writes names with other letters than English ones as numbers.
    git -c core.quotePath=false ls-files '*.py' '*.toml'
    return
  fi
  for name in "$@"; do
    case $name in
      *.csv | *.tsv | *.xlsx | *.ods)
        for neighbour in "$(dirname -- "$name")"/*.py; do printf '%s\n' "${neighbour#./}"; done
        ;;
      *) printf '%s\n' "$name" ;;
    esac
  done | sort -u
}

# Runs a command and notes whether it fails; 3 means that more games are needed, which is no failure.
run() {
  runs=$((runs + 1))
  printf '=='
  printf ' %s' "$@"
  echo
  "$@" < /dev/null
  code=$?
  if [ "$code" -eq 3 ]; then
    echo "-- undecided: more games are needed"
  elif [ "$code" -ne 0 ]; then
    failed=1
  fi
}

# Exits with 0 if a line of a file begins with a pattern. The arguments are the pattern and the file.
has_line() {
  [ -f "$2" ] && grep -q "^$1" "$2"
}

for file in "$@"; do
  if ! [ -e "$file" ]; then
    echo "fathom-check.sh: there is no file $file" >&2
    failed=1
  fi
done
files=$(list_files "$@")
# Games come first: checking a file also permits the studies to run it.
IFS='
'
set -f
for file in $files; do
  case $file in
    *.py) if has_line 'GAME *[:=]' "$file"; then run fathom check "$file" --quiet; fi ;;
  esac
done
for file in $files; do
  case $file in
    *.toml)
      if has_line 'game *=' "$file"; then
        if has_line 'tally_id *=' "$file"; then run fathom verify "$file"; fi
        if has_line '\[targets\]' "$file"; then run fathom run "$file" --quiet --no-charts; fi
      fi
      ;;
  esac
done
if [ "$runs" -eq 0 ] && [ "$failed" -eq 0 ]; then
  echo "Nothing to check: no game, pinned study or study with targets. 'git add' makes files known."
fi
exit "$failed"
