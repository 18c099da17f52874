import type { LiveReading } from '@atrium/contract/live-traffic';
import type { LiveRow } from '@atrium/contract/live-wall';
import type { getWeather } from '@atrium/contract/weather';
import type { ReplyOf } from '@atrium/contract/endpoint';

/** What cards draw, by the way in which it is obtained. */
export interface CardValues {
  /** Nothing is asked: the options are all there is. */
  nothing: undefined;
  live: LiveReading;
  'last-reading': LastReading;
  weather: PlaceWeather;
  'sensor-image': SensorImage;
  places: Places;
}

/** The newest values of one place. */
export interface LastReading {
  readonly name: string;
  /** When the newest reading ended; null if there never was one. */
  readonly recordDate: string | null;
  readonly ageSeconds: number | null;
  /** By the columns of the reply. */
  readonly columns: Readonly<Record<string, number | null>>;
  /** The metric that was asked for. */
  readonly column: string;
  readonly label: string;
  readonly format: string;
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
