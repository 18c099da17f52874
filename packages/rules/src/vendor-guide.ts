/** How to let the devices of a vendor push: what to open in their own menus, and what to enter there. */
export interface VendorGuide {
  /** The maker, or the kind of system. */
  readonly name: string;
  /** Which of its devices. */
  readonly devices: string;
  readonly steps: readonly GuideStep[];
  /** How often the device should push, and why. */
  readonly interval: string;
  /** What not to switch on, and what would happen. */
  readonly avoid: readonly string[];
  /** Whether a body to send by hand is shown. */
  readonly hasSample?: true;
}

export interface GuideStep {
  /** Where, in the words of the device's menus. */
  readonly menu: string;
  readonly fields: readonly GuideField[];
  /** Something to do there besides the fields. */
  readonly note?: string;
}

/** A field of the device: an option to choose, or text to enter. Text may contain placeholders of the address. */
export type GuideField = { readonly field: string } & ({ readonly choose: string } | { readonly enter: string });

/** For a vendor without instructions: the address is all that is known. */
export const plainGuide: VendorGuide = {
  name: '',
  devices: '',
  steps: [
    {
      menu: 'Data push settings of the device',
      fields: [
        { field: 'Method', choose: 'HTTP POST' },
        { field: 'URL', enter: '{url}' },
      ],
    },
  ],
  interval: 'Push every minute if the device can.',
  avoid: [],
};

/** The parts of an address that devices ask for, by placeholder. */
export function addressParts(address: string): Readonly<Record<string, string>> {
  const { protocol, hostname, port, pathname } = new URL(address);
  return { url: address, host: hostname, port: port || (protocol === 'https:' ? '443' : '80'), path: pathname };
}

/** What to enter in a field, for an address. */
export function filledIn(text: string, address: string): string {
  const parts = addressParts(address);
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole);
}

const written = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');

/** A message of the last full minute in the JSON format of the product, to be sent by hand. */
export function sampleMessage(now: Date): string {
  const to = Math.floor(now.getTime() / 60_000) * 60_000;
  const reading = { line: '1', name: 'Main door', from: written(to - 60_000), to: written(to), in: 3, out: 2 };
  return JSON.stringify({ device: 'sample-1', readings: [reading] });
}

export function curlCommand(address: string, message: string): string {
  return `curl -X POST '${address}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${message}'`;
}

/** Replaced by the push URL. */
export const url = '{url}';

export const everyMinute =
  'Push every minute with a resolution of 1 minute. Numbers on your dashboards then move every minute. 5 or 15 minutes also work.';

export const timeServer: GuideStep = {
  menu: 'Time settings',
  fields: [{ field: 'NTP server', enter: 'pool.ntp.org' }],
  note: 'Choose the time zone of the store. A wrong clock puts counts into the wrong hour.',
};
