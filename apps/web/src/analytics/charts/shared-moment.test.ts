import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Moment, MomentGroup, pointsIn } from './shared-moment.ts';

const hour = 3600;
const day = 24 * hour;
const spans = (count: number, length: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ span: { from: from + at * length, to: from + (at + 1) * length } }));

describe('[R1043] the points of a chart in a moment of another', () => {
  const ninth: Moment = { from: 9 * hour, to: 10 * hour };

  it('are found by time: an hour in its day, and all hours of a day', () => {
    expect(pointsIn(spans(7, day), ninth)).toEqual([0, 0]);
    expect(pointsIn(spans(48, hour), { from: day, to: 2 * day })).toEqual([24, 47]);
    expect(pointsIn(spans(48, hour, 5 * hour), ninth)).toEqual([4, 4]);
  });

  it('are none outside of the chart, in a gap of it, and by weekday', () => {
    expect(pointsIn(spans(24, hour, day), ninth)).toBeUndefined();
    expect(pointsIn(spans(4, hour), ninth)).toBeUndefined();
    const weekly = [0, 1, 2].map((week) => ({ span: { from: week * 7 * day, to: week * 7 * day + hour } }));
    expect(pointsIn(weekly, ninth)).toBeUndefined();
    expect(pointsIn([{}, {}], ninth)).toBeUndefined();
  });
});

describe('[R1043] a group of charts', () => {
  let frames: (() => void)[] = [];
  const nextFrame = () => {
    const now = frames;
    frames = [];
    for (const frame of now) frame();
  };
  beforeEach(() => {
    frames = [];
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  });
  afterEach(() => vi.unstubAllGlobals());

  it('tells the others once for each picture, and nobody who has left', () => {
    const group = new MomentGroup();
    const [one, other, gone] = [{}, {}, {}];
    const heard = new Map<object, (Moment | null)[]>();
    const listen = (owner: object) =>
      group.listen(owner, (moment) => heard.set(owner, [...(heard.get(owner) ?? []), moment]));
    listen(one);
    listen(other);
    listen(gone)();
    group.show({ from: 1, to: 2 }, one);
    group.show({ from: 2, to: 3 }, one);
    expect(frames).toHaveLength(1);
    nextFrame();
    expect(heard.get(other)).toEqual([{ from: 2, to: 3 }]);
    expect(heard.get(one)).toEqual([null]);
    expect(heard.has(gone)).toBe(false);
  });

  it('forgets a moment when its chart is left or removed, unless another one was entered', () => {
    const group = new MomentGroup();
    const [one, other] = [{}, {}];
    const heard: (Moment | null)[] = [];
    const leave = group.listen(one, () => {});
    group.listen(other, (moment) => heard.push(moment));
    group.show({ from: 1, to: 2 }, one);
    nextFrame();
    leave();
    nextFrame();
    expect(heard).toEqual([{ from: 1, to: 2 }, null]);
    group.show({ from: 5, to: 6 }, other);
    group.show(null, one);
    nextFrame();
    expect(heard).toEqual([{ from: 1, to: 2 }, null, null]);
  });
});
