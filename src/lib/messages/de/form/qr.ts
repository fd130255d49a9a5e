import type en from '../../en/form/qr';

export default {
  pause: 'Anhalten',
  play: 'Abspielen',
  previous: 'Zurück',
  next: 'Weiter',
  frameOf: (frame: number, all: number) => `Teil ${frame} von ${all}`,
  speed: 'Wiedergabetempo',
  speeds: { slow: 'Langsam', normal: 'Normal', fast: 'Schnell' },
  camera: 'Kamerabild',
  cameraRefused:
    'Der Kamerazugriff wurde verweigert. Erlauben Sie ihn in der Adressleiste, fügen Sie den Text ein oder verwenden Sie eine Datei.',
  insecure:
    'Browser geben die Kamera nur über HTTPS oder auf dem Rechner selbst frei. Fügen Sie den Text ein oder verwenden Sie eine Datei.',
  noCamera: 'Keine Kamera verfügbar. Fügen Sie den Text ein oder verwenden Sie eine Datei.'
} satisfies typeof en;
