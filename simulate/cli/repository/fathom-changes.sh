#!/bin/sh
# Plays each game that changed since a commit, as it was then and as it is now, and prints the
# differences in Markdown, for a comment on a pull request.
#
#   sh fathom-changes.sh origin/main
#
# A game counts as changed if its file changed, or in the same folder a deck sheet, house rules or a
# module that it names. The game as it was is that of the last commit that both branches have.
# A game that cannot be run is named; this is no failure here, because fathom-check.sh reports it.
set -eu
base=${1:?the commit to compare with is missing, as in: sh fathom-changes.sh origin/main}

if ! before=$(git merge-base "$base" HEAD 2> /dev/null); then
  echo "fathom-changes.sh: git knows no commit $base with a history that this branch shares" >&2
  exit 2
fi

results=$(mktemp -d)
trap 'git worktree remove --force "$results/before"; rm -rf "$results"' EXIT
git worktree add --quiet --detach "$results/before" "$before"
changed=$(git -c core.quotePath=false diff --no-renames --name-only "$before" HEAD)

# Exits with 0 if a file has a game; the argument is the file.
is_game() {
  [ -f "$1" ] && grep -q '^GAME *[:=]' "$1"
}

# Exits with 0 if a file has house rules now or had them before; the argument is the file.
has_house_rules() {
  grep -qs '^\[house\]' "$1" "$results/before/$1"
}

# Exits with 0 if an import in a file names a module. The arguments are the file and the module.
names_module() {
  [ -f "$1" ] && grep -E '^ *(import|from) ' "$1" | grep -qwF -- "$2"
}

# Exits with 0 if a game changed; the argument is its file.
has_changed() {
  folder=$(dirname "$1")
  for name in $changed; do
    if [ "$name" = "$1" ]; then return 0; fi
    if [ "$(dirname "$name")" = "$folder" ]; then
      case $name in
        *.csv | *.tsv | *.xlsx | *.ods) return 0 ;;
        *.toml) if has_house_rules "$name"; then return 0; fi ;;
        *.py) if names_module "$1" "$(basename "$name" .py)"; then return 0; fi ;;
      esac
    fi
  done
  return 1
}

# Plays a game, and keeps the results in a folder. The arguments are the file and the folder.
play() {
  fathom run "$1" --trust --quiet --no-charts --out "$2" > "$results/log" 2>&1 < /dev/null
}

# Prints the comparison of the two results in a folder. Its exit code tells about targets, which
# fathom-check.sh judges.
compare() {
  fathom compare "$1/before" "$1/after" --quiet --no-charts --out "$1/compared" < /dev/null || true
}

# Prints the differences of a game; the argument is its file.
describe() {
  printf '### %s\n\n' "$1"
  if ! is_game "$results/before/$1"; then
    echo "A new game."
  elif ! is_game "$1"; then
    echo "The game was removed."
  elif ! play "$results/before/$1" "$results/$number/before"; then
    if play "$1" "$results/$number/after"; then
      echo "It did not run before this change; it runs now."
    else
      echo "It does not run, and did not before this change; see the log of fathom-check.sh."
    fi
  elif ! play "$1" "$results/$number/after"; then
    echo "It does not run; see the log of fathom-check.sh."
  else
    printf '```text\n'
    # The next steps name folders that are gone when this is read.
    compare "$results/$number" | sed '/^NEXT/,$d'
    printf '```\n'
  fi
  echo
}

# Prints the Python files that git knows in a working tree; the argument is its folder.
list_code() {
  git -C "$1" -c core.quotePath=false ls-files '*.py'
}

IFS='
'
set -f
number=0
for file in $( (list_code . && list_code "$results/before") | sort -u); do
  if (is_game "$file" || is_game "$results/before/$file") && has_changed "$file"; then
    number=$((number + 1))
    describe "$file"
  fi
done
if [ "$number" -eq 0 ]; then
  echo "No game changed."
fi
