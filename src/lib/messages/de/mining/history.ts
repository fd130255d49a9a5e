import type en from '../../en/mining/history';
import { plural } from '../../plural';

export default {
  title: 'Mining-Verlauf',
  lead: 'Das Mining in allen Tabs dieses Browsers. Nur in diesem Browser gespeichert.',
  notRead: 'Der Mining-Verlauf konnte nicht geladen werden',
  none: 'Ihr Mining erscheint hier Tag für Tag. Beginnen Sie auf der Seite <link>Mining</link>.',
  chart: {
    title: 'Letzte Tage',
    legend: 'Diagramm',
    figures: { hashes: 'Hashes', earned: 'Belohnungen', energy: 'Energie' },
    label: { hashes: 'Hashes pro Tag', earned: 'Blockbelohnungen pro Tag', energy: 'Energie pro Tag' },
    day: 'Tag',
    empty: 'Das Diagramm erscheint am zweiten Tag.'
  },
  table: {
    title: 'Nach Zeit',
    legend: 'Gruppierung',
    by: { day: 'Tage', session: 'Sitzungen' },
    caption: { day: 'Mining nach Tagen', session: 'Mining nach Sitzungen' },
    days: (count: number) => plural(count, { one: '# Tag', other: '# Tage' }),
    sessions: (count: number) => plural(count, { one: '# Sitzung', other: '# Sitzungen' })
  },
  columns: {
    day: 'Tag',
    started: 'Beginn',
    engine: 'Engine',
    duration: 'Dauer',
    hashes: 'Hashes',
    rate: 'Hashrate',
    blocks: 'Blöcke',
    blocksHint: 'Akzeptierte; Exporte enthalten auch veraltete und abgelehnte',
    shares: 'Shares',
    sharesHint: 'Von Pools akzeptierte; Exporte enthalten auch veraltete und abgelehnte',
    earned: (unit: string) => `Belohnungen, ${unit}`,
    earnedHint:
      'Für akzeptierte Blöcke, unabhängig von der Auszahlungsadresse. Auszahlungen von Pools sind nicht enthalten.',
    energy: 'Energie',
    energyHint: 'Nach Ihrer Angabe in Watt; sonst bei bekannten Geräten geschätzt'
  },
  others: (accepted: string, stale: string, rejected: string) =>
    `${accepted} akzeptiert, ${stale} veraltet, ${rejected} abgelehnt`,
  bounded: (count: string) => `Höchstens ${count} Sitzungen werden gespeichert; die ältesten werden zuerst gelöscht.`,
  remove: {
    open: 'Verlauf löschen',
    title: 'Mining-Verlauf löschen?',
    words:
      'Alle Tage und Sitzungen werden aus diesem Browser gelöscht. Coins und Wallets bleiben unberührt. Das lässt sich nicht rückgängig machen.',
    action: 'Löschen',
    done: 'Der Mining-Verlauf wurde gelöscht.'
  }
} satisfies typeof en;
