import type { LiveReading } from '@atrium/contract/live-traffic';
import type { LiveRow } from '@atrium/contract/live-wall';
import type { getWeather } from '@atrium/contract/weather';
import type { ReplyOf } from '@atrium/contract/endpoint';
import type { AskedMetric } from '@atrium/metrics/catalog';
import type { Figures, Subject } from '../../../analytics/question/answer.ts';
import type { Question } from '../../../analytics/question/question.ts';
import type { DataSubscription } from '../../../analytics/question/use-data-subscription.ts';

/** What cards draw, by the way in which it is obtained. */
export interface CardValues {
  /** Nothing is asked: the options are all there is. */
  nothing: undefined;
  live: LiveReading;
  /** The newest value of each entity. */
  'last-reading': LastReadingValues;
  weather: PlaceWeather;
  'sensor-image': SensorImage;
  places: Places;
}

export interface LastReadingValues {
  readonly question: Question;
  readonly metrics: readonly AskedMetric[];
  readonly readings: readonly LastReading[];
  readonly customs: Customs;
}

/** How the organization counts money and weeks. */
export type Customs = Pick<DataSubscription, 'currency' | 'weekStart'>;

export interface LastReading extends Subject {
  /** By column: those of the metrics, `waitlinelength` and `expectedwaittime`. */
  readonly figures: Figures;
  /** When the newest reading ended; undefined if there is none. */
  readonly at: string | undefined;
  readonly ageSeconds: number | null;
  readonly timezone: string | null;
}

export interface PlaceWeather extends ReplyOf<typeof getWeather> {
  readonly timezone: string;
}

export interface SensorImage {
  /** Of the image, in this page. */
  readonly address: string;
  readonly name: string;
}

export interface Places {
  readonly orgId: string;
  /** For maps. */
  readonly locations: readonly PlacedValue[];
  /** What the values of locations are, and how they are written. */
  readonly label: string;
  readonly format: string;
  /** Locations without coordinates. */
  readonly unplaced: number;
  /** For live lists: spaces, with the locations that they belong to. */
  readonly rows: readonly LiveRow[];
  /** The time of the server, in epoch milliseconds. */
  readonly now: number;
}

/** A location with its value for the period; null without one. */
export interface PlacedValue {
  readonly locationId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly value: number | null;
}
