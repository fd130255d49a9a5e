import type en from '../../en/shell/payee';

export default {
  title: 'Wohin sollen geminte Coins gehen?',
  text: 'Erstellen Sie dafür eine Wallet in diesem Browser. Die Schlüssel haben nur Sie.',
  later:
    'Die Wiederherstellungswörter können Sie später aufschreiben. Quarry erinnert Sie daran; nach 7 Tagen oder 100 Blockbelohnungen geht das Mining für diese Wallet erst weiter, wenn die Wörter bestätigt sind.',
  name: 'Meine Wallet',
  passwordHint: 'Verschlüsselt die Schlüssel auf diesem Gerät und ist zum Senden nötig.',
  deriving: 'Schlüssel wird abgeleitet (absichtlich langsam)',
  create: 'Wallet erstellen und starten',
  others: 'Andere Möglichkeiten',
  node: 'Für den Node minen',
  nodeText:
    'Belohnungen gehen an die eigene Adresse des Nodes. Von dort lassen sie sich später in eine Wallet übertragen.',
  nodeTextRemote: 'Belohnungen gehen an die Wallet des Nodes.',
  restore: 'Wallet wiederherstellen',
  address: 'Adresse eingeben oder eine andere Arbeitsquelle wählen',
  phrase: {
    title: 'Bestätigen Sie zuerst die Wiederherstellungswörter',
    text: (name: string, cap?: string) =>
      `„${name}“ ${cap === undefined ? 'wurde vor mehr als 7 Tagen erstellt' : `enthält mehr als ${cap}`}, und die Wörter sind nicht bestätigt. Verliert dieser Browser seine Daten, sind die Coins verloren. Schreiben Sie die Wörter auf; danach geht das Mining weiter.`,
    confirm: 'Wörter aufschreiben'
  }
} satisfies typeof en;
