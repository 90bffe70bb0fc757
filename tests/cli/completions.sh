# A script for each shell; the one for bash works.
"$PITH" completions zsh | head -n 1
"$PITH" completions fish | head -n 1
"$PITH" completions bash >"$SCRATCH/pith"
bash -c '. "$SCRATCH/pith"
  COMP_WORDS=(pith pa) COMP_CWORD=1; _pith; echo "${COMPREPLY[@]}"
  COMP_WORDS=(pith parse --max-n) COMP_CWORD=2; _pith; echo "${COMPREPLY[@]}"
  COMP_WORDS=(pith parse --initial-state r) COMP_CWORD=3; _pith
  echo "${COMPREPLY[@]}"
  complete_it() { COMP_WORDS=(pith "$@") COMP_CWORD=$#; _pith; echo "$*: ${COMPREPLY[*]}"; }
  complete_it extract ""
  complete_it extract -t m
  complete_it extract --to m
  complete_it extract -o ""
  complete_it extract --front-matter ""
  complete_it search ""
  complete_it search query ""
  complete_it site -m ""'
"$PITH" completions
echo "exit $?"
"$PITH" completions tcsh
echo "exit $?"
"$PITH" completions bash zsh
echo "exit $?"
"$PITH" man me
