import type { Annotation } from '@atrium/contract/annotations';
import type { ReplyOf } from '@atrium/contract/endpoint';
import type { CorrectionNote } from '@atrium/contract/data-reply';
import type { LiveReading } from '@atrium/contract/live-traffic';
import type { LiveRow } from '@atrium/contract/live-wall';
import type { Location } from '@atrium/contract/locations';
import type { getWeather } from '@atrium/contract/weather';
import type { AskedMetric } from '@atrium/metrics/catalog';
import type { Question } from '@atrium/metrics/question';
import type { ChartModel } from '../../../analytics/charts/model.ts';
import type { Answer, Figures, Subject, Total } from '../../../analytics/question/answer.ts';
import type { DataSubscription } from '../../../analytics/question/use-data-subscription.ts';

/** What cards draw, by the way in which it is obtained. */
export interface CardValues {
  /** Nothing is asked: the options are all there is. */
  nothing: undefined;
  /** The answer of a data call, over time or as totals. */
  question: QuestionValues;
  /** The newest value of each entity. */
  'last-reading': LastReadingValues;
  live: PlaceReading;
  weather: PlaceWeather;
  'sensor-image': SensorImage;
  places: Places;
}

export interface QuestionValues {
  readonly question: Question;
  /** Parameters of the call besides those of the question. */
  readonly more: Readonly<Record<string, string>>;
  readonly metrics: readonly AskedMetric[];
  /** Rows over time; undefined for cards that ask for totals. */
  readonly answer: Answer | undefined;
  /** One value for the whole period and each entity; empty for cards that ask for rows. */
  readonly totals: readonly Total[];
  readonly corrections: readonly CorrectionNote[];
  /** About its days and places; empty for cards that do not draw days. */
  readonly annotations: readonly Annotation[];
  /** When the only location is closed, in buckets from the left; absent where that is not drawn. */
  readonly closed?: ChartModel['closed'];
  /** All locations, for maps; empty for other cards. */
  readonly locations: readonly MappedLocation[];
  readonly customs: Customs;
}

export type MappedLocation = Pick<Location, 'locationId' | 'name' | 'latitude' | 'longitude'>;

/** How the organization counts money and weeks. */
export type Customs = Pick<DataSubscription, 'currency' | 'weekStart'>;

export interface LastReadingValues {
  readonly question: Question;
  readonly metrics: readonly AskedMetric[];
  readonly readings: readonly LastReading[];
  readonly customs: Customs;
}

export interface LastReading extends Subject {
  /** By column: those of the metrics, `waitlinelength` and `expectedwaittime`. */
  readonly figures: Figures;
  /** When the newest reading ended; undefined if there is none. */
  readonly at: string | undefined;
  readonly ageSeconds: number | null;
  readonly timezone: string | null;
}

export interface PlaceReading extends LiveReading {
  /** Of the organization; absent unless the card writes money. */
  readonly currency?: string | undefined;
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
  /** Spaces. */
  readonly rows: readonly LiveRow[];
  /** The names of locations, by id. */
  readonly locations: ReadonlyMap<string, string>;
  /** Whether places were chosen, rather than all of them. */
  readonly isChosen: boolean;
  /** The time of the server, in epoch milliseconds. */
  readonly now: number;
}
