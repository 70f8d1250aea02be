#!/bin/sh
# Checks the games of a repository with Fathom, verifies its pinned studies and judges its targets.
#
#   sh fathom-check.sh                 all games and studies that git knows
#   sh fathom-check.sh reef.py x.toml  only these; other files are left alone
#
# The exit code is 1 if a check fails, a study differs from what it pins, or a target is missed.
set -u
failed=0

# What git knows, one file per line, unless files are named.
list_files() {
  if [ "$#" -gt 0 ]; then
    printf '%s\n' "$@"
  else
    git ls-files '*.py' '*.toml'
  fi
}

# Runs a command and notes whether it fails; 3 means that more games are needed, which is no failure.
run() {
  echo "== $*"
  "$@" < /dev/null
  code=$?
  if [ "$code" -eq 3 ]; then
    echo "-- undecided: more games are needed"
  elif [ "$code" -ne 0 ]; then
    failed=1
  fi
}

files=$(list_files "$@")
# Games come first: checking a file also permits the studies to run it.
IFS='
'
set -f
for file in $files; do
  case $file in
    *.py) if grep -q '^GAME = ' "$file"; then run fathom check "$file" --quiet; fi ;;
  esac
done
for file in $files; do
  case $file in
    *.toml)
      if grep -q '^game = ' "$file"; then
        if grep -q '^tally_id = ' "$file"; then run fathom verify "$file"; fi
        if grep -q '^\[targets\]' "$file"; then run fathom run "$file" --quiet --no-charts; fi
      fi
      ;;
  esac
done
exit "$failed"
