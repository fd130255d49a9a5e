import { formatCount } from '../../format';
import type en from '../../en/wallet/rescan';

export default {
  title: 'Der Chain dieses Servers vertrauen?',
  text: (height) =>
    `${height === undefined ? '' : `Die Wallet hat die Chain bis Block ${formatCount(height)} gelesen. `}Nichts belegt, dass die Chain des Servers die bisher gelesene fortsetzt. Nach dem Einlesen gelten Guthaben und Zahlungen seiner Chain, die er erfunden haben kann. Schlüssel, Adressen und Bezeichnungen bleiben erhalten.`,
  public: (network) =>
    `Die Chain von „${network}“ beginnt nie neu. Also irrt entweder dieser Server, oder die Wallet hat zuvor Falsches gelesen. Prüfen Sie zuerst einen anderen Server oder den eigenen Node, und verlassen Sie sich auf neue Coins erst, wenn der <link>Light-Client</link> sie verifiziert hat.`,
  private:
    'Lesen Sie die Wallet nur neu ein, wenn dieses private Netzwerk neu gestartet wurde oder sich seine Regeln geändert haben. Prüfen Sie andernfalls zuerst einen anderen Server.',
  rescan: 'Wallet neu einlesen'
} satisfies typeof en;
