import { describe, expect, it } from 'vitest';
import {
  chosenView,
  defaultView,
  firstView,
  fittingView,
  isCovered,
  moved,
  namedAmong,
  pinched,
  placed,
  radiusOf,
} from './view.ts';

const size = { width: 400, height: 300 };
const austin = { latitude: 30.27, longitude: -97.74 };
const paris = { latitude: 48.85, longitude: 2.35 };
const berlin = { latitude: 52.52, longitude: 13.4 };
const labeled = (locationId: string, x: number, y: number) => ({ locationId, name: 'Ten letters', x, y, radius: 6 });
const widget = (widgetOptions: object) => ({ clientOptions: { widgetOptions } });

describe('the view of a map', () => {
  it('[R088] [R998] is at 30.268107, -97.744821 with zoom 4 by default', () => {
    expect(defaultView).toEqual({ center: { latitude: 30.268107, longitude: -97.744821 }, zoom: 4 });
    expect(firstView(widget({}), [austin, paris], size)).toBe(defaultView);
    expect(firstView(widget({}), [], size)).toBe(defaultView);
  });

  it('[R998] shows all places where the default would show none', () => {
    const view = firstView(widget({}), [paris, berlin], size);
    for (const place of [paris, berlin]) {
      const { x, y } = placed(place, view, size);
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(400);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(300);
    }
    expect(fittingView([paris], size)).toEqual({ center: paris, zoom: 7 });
  });

  it('is that of the options if they have one', () => {
    expect(chosenView(widget({ zoom: 40 }))).toEqual({ ...defaultView, zoom: 12 });
    expect(firstView(widget({ latitude: 10, longitude: 20 }), [austin], size).center).toEqual({
      latitude: 10,
      longitude: 20,
    });
  });

  it('has its center in the middle, north above it and east on the right', () => {
    expect(placed(defaultView.center, defaultView, size)).toEqual({ x: 200, y: 150 });
    const { x, y } = placed({ latitude: 31, longitude: -97 }, defaultView, size);
    expect(x).toBeGreaterThan(200);
    expect(y).toBeLessThan(150);
  });

  it('continues beyond the date line, and follows a drag', () => {
    const east = { center: { latitude: 0, longitude: 179 }, zoom: 4 };
    expect(placed({ latitude: 0, longitude: -179 }, east, size).x).toBeCloseTo(200 + (2 * 256 * 16) / 360);
    const before = placed(austin, defaultView, size);
    const after = placed(austin, moved(defaultView, 30, -20), size);
    expect(after.x - before.x).toBeCloseTo(30, 0);
    expect(after.y - before.y).toBeCloseTo(-20, 0);
  });

  it('[R998] follows two fingers: what is between them stays there', () => {
    const between = { x: 40, y: -30 };
    const view = pinched(defaultView, { ...between, distance: 100 }, { ...between, distance: 200 });
    expect(view.zoom).toBe(5);
    const under = { latitude: austin.latitude, longitude: austin.longitude };
    const at = placed(under, defaultView, size);
    const shift = (shown: typeof at) => [shown.x - 200 - between.x, shown.y - 150 - between.y];
    const [x, y] = shift(at);
    const [doubleX, doubleY] = shift(placed(under, view, size));
    expect(doubleX).toBeCloseTo(2 * x!, -1);
    expect(doubleY).toBeCloseTo(2 * y!, -1);
    const straight = { x: 0, y: 0, distance: 80 };
    expect(pinched(defaultView, straight, { x: 30, y: -20, distance: 80 })).toEqual(moved(defaultView, 30, -20));
    expect(pinched(defaultView, straight, { x: 0, y: 0, distance: 80_000 }).zoom).toBe(12);
  });

  it('draws values as areas', () => {
    expect(radiusOf({ value: 400 }, 400)).toBe(34);
    expect(radiusOf({ value: 100 }, 400)).toBe(17);
    expect(radiusOf({ value: 0 }, 400)).toBe(6);
    expect(radiusOf({ value: null }, 400)).toBe(6);
  });

  it('leaves out words that would be on another circle', () => {
    const [large, small, far] = [
      { locationId: 'large', x: 100, y: 100, radius: 34 },
      { locationId: 'small', x: 110, y: 120, radius: 12 },
      { locationId: 'far', x: 300, y: 100, radius: 12 },
    ];
    const all = [large, small, far];
    expect(isCovered(small, small.y, all)).toBe(true);
    expect(isCovered(large, large.y + 18, all)).toBe(true);
    expect(isCovered(far, far.y, all)).toBe(false);
  });

  it('[R998] writes no name over another', () => {
    const places = [
      labeled('one', 100, 100),
      labeled('over', 140, 105),
      labeled('below', 100, 125),
      labeled('beside', 190, 100),
    ];
    expect([...namedAmong(places)]).toEqual(['one', 'below', 'beside']);
  });
});
