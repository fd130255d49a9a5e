import { expect, test } from 'vitest';
import { standingWords } from '$lib/messages/network';

const peer = (local: boolean) => ({ inbound: false, local, netAddress: '203.0.113.7:9981', version: '1.5.9' });

test.each([
  [[], true, 'lists no peer'],
  [[], false, 'No peer, so no news'],
  [[true, true], false, 'All peers are in the local network'],
  [[true, true], true, 'All peers are in the local network'],
  [[true, false], true, 'One peer is outside'],
  [[false, true, false], true, '2 peers are outside'],
  [[false], false, 'does not call itself online yet']
])('peers %j of a node that says online %s', (locals, online, words) => {
  expect(standingWords({ peers: locals.map(peer), online })).toContain(words);
});
