import type { DemoSensorType } from './demo-draft.ts';
import { formats } from './fleet/formats.ts';
import type { Format } from './fleet/message.ts';

/** What a sensor of the demo is by its type: what it speaks, what it runs and how its addresses begin. */
const devices: Readonly<Record<DemoSensorType, { readonly format: Format; readonly firmware: string }>> = {
  xovis5: { format: formats.xovis5, firmware: '5.4.2' },
  xovis: { format: formats.xovis, firmware: '4.5.3' },
  axis: { format: formats.axis, firmware: '11.11.148' },
  milesight: { format: formats.milesight, firmware: 'V_135-P.1.0.5' },
  // Counts for itself and says so in the format of this product; it has a MAC address where others have a number.
  ccam: {
    format: {
      ...formats.json,
      deviceOf: (number) => `025E50${number.toString(16).toUpperCase().padStart(6, '0')}`,
    },
    firmware: '2.1.0',
  },
};

export function formatOf(sensorType: DemoSensorType): Format {
  return devices[sensorType].format;
}

export function firmwareOf(sensorType: DemoSensorType): string {
  return devices[sensorType].firmware;
}
