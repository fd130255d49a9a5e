const ASKED = 3;

/** Positions of the words that the user must reenter, from 0, ascending. */
export function drawPlaces(words: number): number[] {
  const places = Array.from({ length: words }, (_, i) => i);
  const drawn = Array.from({ length: ASKED }, () => {
    const at = crypto.getRandomValues(new Uint32Array(1))[0]! % places.length;
    return places.splice(at, 1)[0]!;
  });
  return drawn.sort((a, b) => a - b);
}
