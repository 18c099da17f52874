import { uptime } from '../../format/durations.ts';
import { count } from '../../format/numbers.ts';

type Reported = string | number | boolean | null;

/** Known fields of device reports, with their units. */
const known: Readonly<Record<string, { label: string; text?: (value: number) => string }>> = {
  type: { label: 'Device type' },
  variant: { label: 'Variant' },
  productCode: { label: 'Product code' },
  hardware: { label: 'Hardware revision' },
  firmware: { label: 'Firmware' },
  ipAddress: { label: 'IP address' },
  subnetMask: { label: 'Subnet mask' },
  gateway: { label: 'Gateway' },
  dhcp: { label: 'Address by DHCP' },
  timezone: { label: 'Time zone' },
  uptimeSeconds: { label: 'Running for', text: uptime },
  dieTemperature: { label: 'Chip temperature', text: (value) => `${value} °C` },
  housingTemperature: { label: 'Housing temperature', text: (value) => `${value} °C` },
  ntpHost: { label: 'Time server (NTP)' },
  ntpOffset: { label: 'Clock offset (NTP)' },
  illumination: { label: 'Illumination' },
  framesProcessed: { label: 'Frames processed', text: count },
};

/** Other fields have the device's own names: `cpu.temperature_max` becomes words. */
export function wordsOf(name: string): string {
  const label = Object.hasOwn(known, name) ? known[name]?.label : undefined;
  if (label !== undefined) return label;
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[._-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function valueText(value: Reported, name = ''): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = Object.hasOwn(known, name) ? known[name]?.text : undefined;
  return typeof value === 'number' && text ? text(value) : String(value);
}
