import type { Widget } from '@atrium/rules/dashboard';
import type { Point } from '../../../../analytics/map/map-outline.ts';
import { ownNumber } from '../own-options.ts';
import type { PlacedValue } from './placed-values.ts';

/** What a map shows: the whole world is 256 pixels wide at zoom 0, and twice as wide with every further step. */
export interface MapView {
  readonly center: Point;
  readonly zoom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const defaultView: MapView = { center: { latitude: 30.268107, longitude: -97.744821 }, zoom: 4 };
export const [minZoom, maxZoom] = [0, 12];
const [minRadius, maxRadius] = [6, 34];

/** The view of the options; undefined if they have none. */
export function chosenView(widget: Pick<Widget, 'clientOptions'>): MapView | undefined {
  const [latitude, longitude] = [ownNumber(widget, 'latitude'), ownNumber(widget, 'longitude')];
  const zoom = ownNumber(widget, 'zoom');
  if (latitude === undefined && longitude === undefined && zoom === undefined) return undefined;
  const { center } = defaultView;
  return {
    center: { latitude: latitude ?? center.latitude, longitude: longitude ?? center.longitude },
    zoom: zoomed(zoom ?? defaultView.zoom),
  };
}

/** The default view, unless nothing would be in it. */
export function firstView(widget: Pick<Widget, 'clientOptions'>, places: readonly Point[], size: Size): MapView {
  const chosen = chosenView(widget);
  if (chosen) return chosen;
  const isAnySeen = places.length === 0 || places.some((place) => isSeen(placed(place, defaultView, size), size));
  return isAnySeen ? defaultView : fittingView(places, size);
}

/** All places, with some room around them. */
export function fittingView(places: readonly Point[], size: Size): MapView {
  if (places.length === 0) return defaultView;
  const latitudes = places.map(({ latitude }) => latitude);
  const longitudes = places.map(({ longitude }) => longitude);
  const center = { latitude: middle(latitudes), longitude: middle(longitudes) };
  for (let zoom = 7; zoom > minZoom; zoom -= 0.5) {
    const view = { center, zoom };
    const inner = { width: size.width - 2 * maxRadius, height: size.height - 2 * maxRadius };
    if (places.every((place) => isSeen(placed(place, view, inner), inner))) return view;
  }
  return { center, zoom: minZoom };
}

/** Pixels of a degree of latitude. */
export function pixelsPerDegree({ center, zoom }: MapView): number {
  return (256 * 2 ** zoom) / 360 / narrowness(center);
}

/** Where a place is, in pixels from the top left. Longitudes continue beyond the date line. */
export function placed(
  { latitude, longitude }: Point,
  view: MapView,
  { width, height }: Size,
): { x: number; y: number } {
  const pixels = pixelsPerDegree(view);
  const east = ((((longitude - view.center.longitude + 180) % 360) + 360) % 360) - 180;
  return {
    x: width / 2 + east * narrowness(view.center) * pixels,
    y: height / 2 + (view.center.latitude - latitude) * pixels,
  };
}

/** The view after a move by so many pixels. */
export function moved(view: MapView, x: number, y: number): MapView {
  const pixels = pixelsPerDegree(view);
  const { latitude, longitude } = view.center;
  return {
    ...view,
    center: {
      latitude: Math.min(85, Math.max(-85, latitude + y / pixels)),
      longitude: longitude - x / pixels / narrowness(view.center),
    },
  };
}

/** The view with a place in it: the same one if it is there already. */
export function withInSight(place: Point, view: MapView, size: Size): MapView {
  return isSeen(placed(place, view, size), size) ? view : { ...view, center: place };
}

/** A step of a fifth of the map, by a key. */
export function steppedBy(key: string, view: MapView, { width, height }: Size): MapView | undefined {
  const step = steps[key];
  return step && moved(view, (step[0] * width) / 5, (step[1] * height) / 5);
}

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Two fingers on a map, in pixels: the point between them, from the middle of the map, and how far they are apart. */
export interface Fingers {
  readonly x: number;
  readonly y: number;
  readonly distance: number;
}

/** What was between the fingers stays between them. */
export function pinched(view: MapView, from: Fingers, to: Fingers): MapView {
  const zoom = zoomed(view.zoom + Math.log2(Math.max(1, to.distance) / Math.max(1, from.distance)));
  return moved({ ...moved(view, -from.x, -from.y), zoom }, to.x, to.y);
}

export function zoomed(zoom: number): number {
  return Math.min(maxZoom, Math.max(minZoom, zoom));
}

/** Values are areas: a circle of four times the value is twice as wide. */
export function radiusOf({ value }: Pick<PlacedValue, 'value'>, largest: number): number {
  if (value === null || !(value > 0) || !(largest > 0)) return minRadius;
  return Math.max(minRadius, maxRadius * Math.sqrt(value / largest));
}

interface Circle {
  readonly locationId: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Whether the words of a circle, at this height, would be on another one. */
export function isCovered({ locationId, x }: Circle, y: number, all: readonly Circle[]): boolean {
  return all.some(
    (circle) => circle.locationId !== locationId && Math.hypot(circle.x - x, circle.y - y) < circle.radius,
  );
}

/** Longitudes are scaled to their width at the center, as the outlines are. */
function narrowness({ latitude }: Point): number {
  return Math.max(Math.cos((latitude * Math.PI) / 180), 0.05);
}

function isSeen({ x, y }: { x: number; y: number }, { width, height }: Size): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height;
}

function middle(values: readonly number[]): number {
  return (Math.min(...values) + Math.max(...values)) / 2;
}

/** About the width of a letter and the height of a line, in pixels. */
const [letter, line] = [6.2, 14];

interface Named extends Circle {
  readonly name: string;
}

/** The places whose names fit below their circles: not on another circle, nor on the name of one before. */
export function namedAmong(places: readonly Named[]): ReadonlySet<string> {
  const written: Named[] = [];
  for (const place of places) {
    const isFree = !isCovered(place, place.y + place.radius + 9, places);
    if (isFree && !written.some((other) => isNameOver(place, other))) written.push(place);
  }
  return new Set(written.map(({ locationId }) => locationId));
}

function isNameOver(one: Named, other: Named): boolean {
  const isBeside = Math.abs(one.x - other.x) > ((one.name.length + other.name.length) / 2) * letter;
  const isAbove = Math.abs(one.y + one.radius - other.y - other.radius) > line;
  return !isBeside && !isAbove;
}
