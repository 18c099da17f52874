import { IconCamera } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';

/** A door from above, with a counting line. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240"><rect width="320" height="240" fill="#8a928d"/><path d="M0 0h320v60H0z" fill="#6b7773"/><path d="M90 60h140v12H90z" fill="#3d4744"/><path d="M40 150h240" stroke="#e5a93a" stroke-width="4" stroke-dasharray="12 8"/><g fill="#1e2624"><circle cx="130" cy="120" r="20"/><circle cx="200" cy="185" r="22"/></g></svg>`;

export const card: CardDefinition<'sensor-image'> = {
  type: 'sensor-image',
  group: 'Places',
  label: 'Sensor image',
  text: 'The newest image of a sensor, to see what it covers.',
  icon: IconCamera,
  dataOptions: { entityType: 'sensor' },
  clientOptions: { popConfig: true },
  asks: 'sensor-image',
  sections: ['own', 'refresh'],
  sample: { address: `data:image/svg+xml,${encodeURIComponent(drawing)}`, name: 'Main entrance' },
  load: () => import('./SensorImageCard.tsx'),
  loadForm: () => import('./Form.tsx'),
};
