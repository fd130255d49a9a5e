import { expect, test } from 'vitest';
import { droppedNotices, MAX_KNOWN_DROPS } from '$lib/services/notifications/droppedNotices';
import type { FollowedSend, FollowState } from '$lib/services/wallet/views';

const sent = (id: string, state: FollowState['state'], sentAtMs = 1) =>
  ({ id, sentAtMs, follow: { state } }) as unknown as FollowedSend;
const walletOf = (...sends: FollowedSend[]) => ({ id: 'w', name: 'Savings', sends });

test('a dropped payment is reported once, and again if it is dropped after it was sent again', () => {
  const looks = [
    walletOf(sent('a', 'pool'), sent('b', 'confirmed')),
    walletOf(sent('a', 'dropped'), sent('b', 'confirmed')),
    // After a reload its state is unknown for a moment.
    walletOf(sent('a', 'pool')),
    walletOf(sent('a', 'dropped')),
    walletOf(sent('a', 'pool', 2)),
    walletOf(sent('a', 'dropped', 2))
  ];
  let known: readonly string[] = [];
  const counts = looks.map((wallet) => {
    const look = droppedNotices(wallet, known, 5);
    known = look.known;
    for (const notice of look.notices)
      expect(notice).toMatchObject({ kind: 'payment-dropped', group: 'w', text: 'Savings', href: '/wallet/w/send' });
    return look.notices.length;
  });
  expect(counts).toEqual([0, 1, 0, 0, 0, 1]);
});

test('no more than some are remembered', () => {
  const many = Array.from({ length: MAX_KNOWN_DROPS + 5 }, (_, i) => sent(`${i}`, 'dropped'));
  expect(droppedNotices(walletOf(...many), [], 5).known).toHaveLength(MAX_KNOWN_DROPS);
});
