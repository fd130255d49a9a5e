import type en from '../en/timeline';
import { plural } from '../plural';

export default {
  stored: (start: string, end: string) => `Gespeichert von Block ${start} bis ${end}`,
  proofDue: (height: string) => `Nachweis fällig bis ${height}`,
  event: (label: string, height: string) => `${label} in Höhe ${height}`,
  startsIn: (blocks: number) => plural(blocks, { one: 'beginnt in # Block', other: 'beginnt in # Blöcken' }),
  endsIn: (blocks: number) => plural(blocks, { one: 'noch # Block', other: 'noch # Blöcke' }),
  windowFor: (blocks: number) =>
    plural(blocks, { one: 'Nachweisfenster noch # Block offen', other: 'Nachweisfenster noch # Blöcke offen' }),
  endedAgo: (blocks: number) => plural(blocks, { one: 'vor # Block beendet', other: 'vor # Blöcken beendet' })
} satisfies typeof en;
