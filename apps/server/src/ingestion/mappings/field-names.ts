/** Words in field names, in the languages that sensors are sold in, without accents. */
const words = {
  ins: 'in ins enter enters entered entering entry entries entrance entrances incoming inbound ingress fw forward ein eingang eingange eintritt eintritte zugang zutritt entrada entradas entrata entrate ingresso ingressi entree entrees inn inde binnen wejscie wejscia giris',
  outs: 'out outs exit exits exited exiting leave leaves leaving outgoing outbound egress bw backward aus ausgang ausgange austritt austritte abgang salida salidas uscita uscite sortie sorties saida saidas uit ut ud buiten wyjscie wyjscia cikis',
  count:
    'count counts counter value val anzahl zahl zahler cantidad conteo nombre comptage numero conteggio aantal antal liczba people persons visitors pulses pulse',
  level:
    'occupancy occupied inside present presence level fill belegung bestand aforo ocupacion occupation presenze bezetting',
  time: 'timestamp time datetime ts at when zeit zeitpunkt zeitstempel uhrzeit hora heure ora tijd tid czas measured logged epoch',
  date: 'date datum fecha data day tag jour',
  start: 'from start begin begins beginn von inicio desde debut inizio dal van od since',
  end: 'to end ends until till bis ende fin fim hasta fine al tot do stop finish',
  device:
    'mac serial serialnumber sn deveui eui device deviceid sensor sensorid unit imei seriennummer gerat geraet dispositivo appareil apparaat urzadzenie host',
  line: 'line linename lineid door gate zone area channel name label description linie tur tor puerta porte porta deur linea ligne drzwi',
  direction: 'direction dir way richtung sens sentido direccion direzione richting kierunek retning',
  length: 'period interval duration seconds secs intervall periode dauer periodo duree durata',
  cumulative:
    'total totals cumulative cum lifetime totalizer accumulated gesamt kumuliert acumulado cumul totale register',
} as const;

export type Meaning = keyof typeof words;

const meanings = new Map<string, ReadonlySet<Meaning>>();
for (const [meaning, list] of Object.entries(words) as [Meaning, string][]) {
  for (const word of list.split(' ')) meanings.set(word, new Set([...(meanings.get(word) ?? []), meaning]));
}

/** The words of a name: `Door_Adult_IN`, `inCount2` and `Zähler-Ein` are read alike. */
export function wordsOf(name: string): string[] {
  return name
    .slice(0, 100)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{L})(\p{N})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

export function means(name: string, meaning: Meaning): boolean {
  return wordsOf(name).some((word) => meanings.get(word)?.has(meaning));
}

/** What is left of a name without the words of a meaning: what both directions of a line share. */
export function without(name: string, ...gone: readonly Meaning[]): string {
  return wordsOf(name)
    .filter((word) => !gone.some((meaning) => meanings.get(word)?.has(meaning)))
    .join(' ');
}
