import * as api from '@atrium/contract/annotations';
import { names } from './explore-records.ts';
import { answer } from './network.ts';
import { sampleId } from './sample.ts';

const annotationOf = (number: number, text: string, startDate: string, endDate: string, location?: number) => ({
  annotationId: sampleId('annotationId', number),
  text,
  startDate,
  endDate,
  locationId: location === undefined ? null : sampleId('locationId', location),
  locationName: location === undefined ? null : (names[location] ?? 'Elsewhere'),
  createdBy: 'Ada Lovelace',
  version: 4,
});
export const fair = annotationOf(1, 'Street fair', '2026-03-03', '2026-03-03', 0);
export const sale = annotationOf(2, 'Book sale', '2026-03-04', '2026-03-06');
export const elsewhere = annotationOf(3, 'Far away', '2026-03-04', '2026-03-04', 9);
export const listed = answer(api.listAnnotations, [sale, elsewhere, fair]);
export const markers = () => document.querySelectorAll('[data-annotation]');
