/**
 * The version of a fact: a higher one replaces a lower one under the same key, in any order of arrival. Source rank
 * first, so that a correction survives a late push; then the inbox sequence, so that the newer data of the same source
 * wins; then the decoder generation, so that a replay through a better decoder wins over the first.
 */
export function packVer({ rank, seq, generation }: Ver): bigint {
  if (seq < 0n || seq >= SEQ_LIMIT) throw new RangeError(`inbox sequence out of range: ${seq}`);
  if (!Number.isInteger(generation) || generation < 0 || generation > 255) {
    throw new RangeError(`decoder generation out of range: ${generation}`);
  }
  return (BigInt(ranks.indexOf(rank) + 1) << 61n) | (seq << 8n) | BigInt(generation);
}

export function unpackVer(ver: bigint): Ver {
  const rank = ranks[Number(ver >> 61n) - 1];
  if (rank === undefined) throw new RangeError(`not a version: ${ver}`);
  return { rank, seq: (ver >> 8n) & (SEQ_LIMIT - 1n), generation: Number(ver & 0xffn) };
}

/** From weakest to strongest: a partial record of an open interval, its final push, a history back-fill, a human. */
export const ranks = ['partial', 'final', 'history', 'manual'] as const;
export type Rank = (typeof ranks)[number];

export interface Ver {
  rank: Rank;
  seq: bigint;
  generation: number;
}

const SEQ_LIMIT = 1n << 53n;
