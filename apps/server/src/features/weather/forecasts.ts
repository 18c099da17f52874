import { weatherTexts } from '@atrium/rules/weather';
import type { Logger } from 'pino';
import { currentPayer, underSignal } from '../../payer.ts';
import { Refusal } from '../../refusal.ts';
import { type Bucket, type Rate, takeTokens } from '../../token-bucket.ts';
import { currentOf, type Forecast, NotCovered, type Point, type Provider, Throttled } from './forecast.ts';
import { createRecent } from './recent.ts';

const minute = 60_000;
/** How long an answer is used, for everyone. */
const freshMs = 30 * minute;
/** How long one is used while the provider fails. */
const usableMs = 6 * 60 * minute;
/** When the provider is asked again after a failure. */
const retryMs = { failed: minute, throttled: 5 * minute, notCovered: 60 * minute };
/** About 20 kB each. */
const maxPlaces = 1_000;
/** What one organization may ask of the provider: that many places every half hour. */
const share: Rate = { burst: 300, perSecond: 300 / 1_800 };

export interface Known {
  readonly forecast: Forecast;
  readonly asOf: Date;
}

/** The forecasts of a provider, each asked for once however many people want it. */
export interface Forecasts {
  /** As of up to 30 minutes ago, or 6 hours while the provider fails; afterwards it throws a refusal. */
  at(point: Point, timezone: string): Promise<Known>;
}

interface Place {
  known?: Known;
  asking?: Promise<Known> | undefined;
  /** The provider is not asked before. */
  failed?: { readonly refusal: Refusal; readonly until: number };
}

interface Dependencies {
  readonly provider: Provider;
  readonly clock: () => Date;
  readonly log: Logger;
}

export function createForecasts({ provider, clock, log }: Dependencies): Forecasts {
  const places = createRecent<Place>(maxPlaces);
  const buckets = createRecent<Bucket>(10_000);

  const ask = async (place: Place, point: Point, timezone: string): Promise<Known> => {
    const asOf = clock();
    try {
      const forecast = await provider.ask(point, timezone, asOf);
      if (!currentOf(forecast, asOf)) throw new Error('The answer has no weather for this hour');
      place.known = { forecast, asOf };
      delete place.failed;
      return place.known;
    } catch (error) {
      const { refusal, waitMs } = failureOf(error);
      if (!(error instanceof Refusal))
        log.warn({ err: error, provider: provider.name }, 'The weather is not available');
      place.failed = { refusal, until: clock().getTime() + waitMs };
      throw refusal;
    }
  };

  return {
    async at(point, timezone) {
      const key = `${point.latitude},${point.longitude} ${timezone}`;
      const place = places.get(key) ?? {};
      places.set(key, place);
      const now = clock().getTime();
      if (place.known && now - place.known.asOf.getTime() < freshMs) return place.known;
      try {
        if (place.failed && now < place.failed.until) throw place.failed.refusal;
        if (!place.asking) {
          refuseGreed(buckets);
          // Others may wait for it when the caller that began it has left.
          place.asking = underSignal(undefined, () => ask(place, point, timezone)).finally(
            () => (place.asking = undefined),
          );
        }
        return await place.asking;
      } catch (error) {
        if (place.known && now - place.known.asOf.getTime() < usableMs && currentOf(place.known.forecast, clock()))
          return place.known;
        throw error;
      }
    },
  };
}

/** Nobody may use up what the provider gives to the whole installation. */
function refuseGreed(buckets: ReturnType<typeof createRecent<Bucket>>): void {
  const key = currentPayer()?.key ?? '';
  const now = performance.now();
  const bucket = buckets.get(key) ?? { tokens: share.burst, at: now };
  buckets.set(key, bucket);
  const retryAfter = takeTokens(bucket, share, 1, now);
  if (retryAfter > 0) {
    const error = weatherTexts.tooMany;
    throw new Refusal('too_many', error, { extra: { error, retryAfter } });
  }
}

function failureOf(error: unknown): { refusal: Refusal; waitMs: number } {
  // Too many calls of one organization wait; that is no failure of the provider.
  if (error instanceof Refusal) return { refusal: error, waitMs: 0 };
  if (error instanceof NotCovered) return unavailable(weatherTexts.notCovered, retryMs.notCovered, error);
  return unavailable(weatherTexts.unavailable, error instanceof Throttled ? retryMs.throttled : retryMs.failed, error);
}

function unavailable(message: string, waitMs: number, cause: unknown): { refusal: Refusal; waitMs: number } {
  const refusal = new Refusal('unavailable', message, { extra: { error: message, retryAfter: waitMs / 1000 } });
  refusal.cause = cause;
  return { refusal, waitMs };
}
