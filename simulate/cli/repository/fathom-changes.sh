#!/bin/sh
# Plays each game that changed since a commit, as it was then and as it is now, and prints the
# differences in Markdown, for a comment on a pull request.
#
#   sh fathom-changes.sh origin/main
#
# A game counts as changed if its file changed, or a deck sheet or house rules in the same folder.
# A game that cannot be run is named; this is no failure here, because fathom-check.sh reports it.
set -eu
base=${1:?the commit to compare with is missing, as in: sh fathom-changes.sh origin/main}

results=$(mktemp -d)
trap 'git worktree remove --force "$results/before"; rm -rf "$results"' EXIT
git worktree add --quiet --detach "$results/before" "$base"
changed=$(git -c core.quotePath=false diff --name-only "$base"...HEAD)

# Exits with 0 if a game changed; the argument is its file.
has_changed() {
  folder=$(dirname "$1")
  for name in $changed; do
    if [ "$name" = "$1" ]; then return 0; fi
    if [ "$(dirname "$name")" = "$folder" ]; then
      case $name in
        *.csv | *.tsv | *.xlsx | *.ods | *.toml) return 0 ;;
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
  if ! [ -e "$results/before/$1" ]; then
    echo "A new game."
  elif ! play "$results/before/$1" "$results/$number/before"; then
    echo "It did not run before this change."
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

IFS='
'
set -f
number=0
for file in $(git -c core.quotePath=false ls-files '*.py'); do
  if grep -q '^GAME = ' "$file" && has_changed "$file"; then
    number=$((number + 1))
    describe "$file"
  fi
done
if [ "$number" -eq 0 ]; then
  echo "No game changed."
fi
