import type { Widget } from '@atrium/rules/dashboard';
import { metricFormatter, metricLabel } from '../../../../analytics/question/labels.ts';
import { valueFormatOf } from '../value-format.ts';
import type { QuestionValues } from '../values.ts';

/** A location with its value for the period; null without one. */
export interface PlacedValue {
  readonly locationId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly value: number | null;
}

export interface Placed {
  readonly locations: readonly PlacedValue[];
  /** Locations with a row and without coordinates. */
  readonly unplaced: number;
  /** What the values are. */
  readonly label: string;
  readonly written: (value: number | null) => string;
}

/** The first metric of an answer, where its locations are. */
export function placedValues(widget: Widget, { metrics, totals, locations: known, customs }: QuestionValues): Placed {
  const asked = metrics[0]!;
  const byId = new Map(totals.map(({ entityId, figures }) => [entityId, figures[asked.column] ?? null]));
  const shown = known.filter(({ locationId }) => byId.has(locationId));
  const locations = shown.flatMap(({ locationId, name, latitude, longitude }): PlacedValue[] => {
    if (latitude === null || longitude === null) return [];
    return [{ locationId, name, latitude, longitude, value: byId.get(locationId) ?? null }];
  });
  return {
    locations,
    unplaced: shown.length - locations.length,
    label: metricLabel(asked),
    written: metricFormatter(asked, customs.currency, valueFormatOf(widget, asked)),
  };
}
