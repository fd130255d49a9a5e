/** Pages by the letter that opens them after `g`. */
export const PAGE_OF_LETTER: Readonly<Record<string, string>> = {
  o: '/',
  m: '/mine',
  w: '/wallet',
  c: '/chain',
  n: '/network',
  d: '/daemon',
  x: '/connections',
  h: '/host',
  t: '/hosts',
  r: '/renter',
  s: '/settings',
  p: '/help'
};
