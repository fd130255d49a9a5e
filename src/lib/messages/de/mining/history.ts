import type en from '../../en/mining/history';
import { plural } from '../../plural';

export default {
  title: 'Mining-Verlauf',
  lead: 'Das Mining in allen Tabs dieses Browsers. Nur in diesem Browser gespeichert.',
  notRead: 'Der Mining-Verlauf konnte nicht gelesen werden',
  none: 'Ihr Mining erscheint hier Tag für Tag. Beginnen Sie auf der Seite <link>Mining</link>.',
  chart: {
    title: 'Letzte Tage',
    legend: 'Wert des Diagramms',
    figures: { hashes: 'Hashes', earned: 'Belohnungen', energy: 'Energie' },
    label: { hashes: 'Hashes pro Tag', earned: 'Blockbelohnungen pro Tag', energy: 'Energie pro Tag' },
    day: 'Tag',
    empty: 'Erscheint mit dem zweiten Tag.'
  },
  table: {
    title: 'Im Einzelnen',
    legend: 'Zeilen der Tabelle',
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
    blocksHint: 'Akzeptierte; veraltete und abgelehnte stehen in den Dateien',
    shares: 'Shares',
    sharesHint: 'Von Pools akzeptierte; veraltete und abgelehnte stehen in den Dateien',
    earned: (unit: string) => `Belohnungen, ${unit}`,
    earnedHint: 'Für akzeptierte Blöcke, an wen auch immer. Was Pools zahlen, ist hier nicht bekannt.',
    energy: 'Energie',
    energyHint: 'Nach Ihrer Angabe in Watt; sonst geschätzt, wenn das Gerät bekannt ist'
  },
  others: (accepted: string, stale: string, rejected: string) =>
    `${accepted} akzeptiert, ${stale} veraltet, ${rejected} abgelehnt`,
  hashCount: (count: string) => `${count}H`,
  wattHours: (count: string) => `${count} Wh`,
  energy: (kilowattHours: string) => `${kilowattHours} kWh`,
  bounded: (count: string) => `Höchstens ${count} Sitzungen werden gespeichert; die ältesten werden zuerst gelöscht.`,
  remove: {
    open: 'Verlauf löschen',
    title: 'Den Mining-Verlauf löschen?',
    words:
      'Alle Tage und Sitzungen werden aus diesem Browser gelöscht. Coins und Wallets bleiben. Das lässt sich nicht rückgängig machen.',
    action: 'Löschen',
    done: 'Der Mining-Verlauf wurde gelöscht.'
  }
} satisfies typeof en;
