import type en from '../../en/daemon/constants';
import { formatCount, formatDuration } from '../../format';
import { measured } from '../../numbers';
import { plural } from '../../plural';

export default {
  title: 'Konstanten des Netzwerks',
  failed: 'Die Konstanten konnten nicht geladen werden',
  name: 'Konstante',
  value: 'Wert',
  empty: 'Keine gemeldet.',
  blocks: (count: number | bigint) => plural(count, { one: '# Block', other: '# Blöcke' }),
  bytes: (count: bigint) => plural(count, { one: '# Byte', other: '# Byte' }),
  bytesPerBlock: (count: bigint) => plural(count, { one: '# Byte pro Block', other: '# Byte pro Block' }),
  aboutDuration: (seconds: number) => `etwa ${formatDuration(seconds)}`,
  seconds: (count: number) => measured(formatCount(count), 's'),
  groups: {
    blocks: 'Blöcke und Zeit',
    coins: 'Coins',
    difficulty: 'Schwierigkeit',
    allowance: 'Standardbudget'
  },
  rows: {
    blockFrequency: { name: 'Angestrebte Blockzeit', meaning: 'Die Schwierigkeit wird darauf eingestellt.' },
    blockSizeLimit: { name: 'Maximale Blockgröße', meaning: 'Größere Blöcke sind ungültig.' },
    genesisTimestamp: { name: 'Genesis-Zeit', meaning: 'Zeitstempel des ersten Blocks.' },
    medianTimestampWindow: {
      name: 'Median der Zeitstempel',
      meaning: 'Ein Zeitstempel darf nicht vor dem Median so vieler Blöcke liegen.'
    },
    futureThreshold: {
      name: 'Uhrtoleranz',
      meaning: 'Blöcke, die weiter in der Zukunft liegen, werden zurückgehalten.'
    },
    extremeFutureThreshold: {
      name: 'Maximale Uhrtoleranz',
      meaning: 'Blöcke, die weiter in der Zukunft liegen, werden verworfen.'
    },
    initialCoinbase: { name: 'Anfängliche Blockbelohnung', meaning: 'Sinkt mit jedem Block um einen Coin.' },
    minimumCoinbase: { name: 'Minimale Blockbelohnung', meaning: 'Darunter sinkt die Belohnung nie.' },
    maturityDelay: {
      name: 'Reifezeit',
      meaning: 'So lange sind geminte Coins und Vertragsauszahlungen gesperrt.'
    },
    coinPrecision: { name: 'Nachkommastellen', meaning: 'Dezimalstellen eines Coins.' },
    fundCount: { name: 'Fondsanteile', meaning: 'Feste Anzahl.' },
    fundPortion: {
      name: 'Vertragssteuer',
      meaning: 'Anteil jedes Speichervertrags, den die Inhaber der Fondsanteile erhalten.'
    },
    rootTarget: { name: 'Anfängliche Schwierigkeit', meaning: 'Erwartete Hashes pro Block zu Beginn.' },
    rootDepth: { name: 'Minimale Schwierigkeit', meaning: 'Darunter sinkt die Schwierigkeit nie.' },
    targetWindow: { name: 'Ursprüngliches Anpassungsfenster', meaning: 'Gilt nur für die frühesten Blöcke.' },
    maxTargetAdjustmentUp: {
      name: 'Ursprünglich größter Schritt nach oben',
      meaning: 'Größte Änderung des Targets nach oben.'
    },
    maxTargetAdjustmentDown: {
      name: 'Ursprünglich größter Schritt nach unten',
      meaning: 'Größte Änderung des Targets nach unten.'
    },
    funds: { name: 'Budget', meaning: 'Pro Periode.' },
    hosts: { name: 'Hosts', meaning: 'Hosts, mit denen Verträge geschlossen werden.' },
    period: { name: 'Periode', meaning: 'Laufzeit der Verträge.' },
    renewWindow: { name: 'Verlängerungsfenster', meaning: 'So lange vor ihrem Ende werden Verträge verlängert.' },
    expectedStorage: { name: 'Erwarteter Speicher', meaning: 'Fließt in die Bewertung der Hosts ein.' },
    expectedUpload: { name: 'Erwarteter Upload', meaning: 'Fließt in die Bewertung der Hosts ein.' },
    expectedDownload: { name: 'Erwarteter Download', meaning: 'Fließt in die Bewertung der Hosts ein.' },
    expectedRedundancy: { name: 'Redundanz', meaning: 'Gespeicherte Bytes pro Byte einer Datei.' }
  }
} satisfies typeof en;
