import { expect, test } from 'vitest';
import { peersText } from '$lib/messages/network';

const peer = (local: boolean) => ({ inbound: false, local, netAddress: '203.0.113.7:9981', version: '1.5.9' });

test.each([
  [[], true, 'has no peers'],
  [[], false, 'No peers. The node keeps trying'],
  [[true, true], false, 'All peers are on the local network'],
  [[true, true], true, 'All peers are on the local network'],
  [[true, false], true, '1 peer outside'],
  [[false, true, false], true, '2 peers outside'],
  [[false], false, 'does not report being online yet']
])('peers %j of a node that reports online %s', (locals, online, words) => {
  expect(peersText({ peers: locals.map(peer), online })).toContain(words);
});
