import { ActionIcon, Skeleton } from '@mantine/core';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { isLookedUp } from '../../../../analytics/question/drill-point.ts';
import { outlineNear } from '../../../../analytics/map/map-outline.ts';
import { useBorders } from '../../../../analytics/map/use-borders.ts';
import { texts as frameTexts } from '../../frame/texts.ts';
import { useIsOnWall, useWallRetries } from '../../frame/use-wall-retries.ts';
import { CardNote } from '../CardNote.tsx';
import type { CardProps } from '../definition.ts';
import classes from './map.module.css';
import { type Placed, type PlacedValue, placedValues } from './placed-values.ts';
import { PlaceList } from './PlaceList.tsx';
import { useDrag } from './use-drag.ts';
import {
  firstView,
  fittingView,
  isCovered,
  type MapView,
  namedAmong,
  pixelsPerDegree,
  placed,
  radiusOf,
  steppedBy,
  withInSight,
  zoomed,
} from './view.ts';

/** The locations on bundled borders: no third party learns what is viewed. */
export default function MapCard({ widget, values: answered, width, height, isPreview, onPick }: CardProps<'question'>) {
  const values = useMemo(() => placedValues(widget, answered), [widget, answered]);
  const world = useBorders();
  const [own, setOwn] = useState<MapView>();
  const [focused, setFocused] = useState<string | null>(null);
  const size = { width: Math.max(1, width), height: Math.max(1, height) };
  const view = own ?? firstView(widget, values.locations, size);
  const isOnWall = useIsOnWall();
  const isStill = isPreview || isOnWall;
  const retry = () => void world.refetch();
  useWallRetries(world.error ? 'failed' : world.data ? 'ready' : 'loading', true, retry);
  if (world.error) {
    const { message } = world.error;
    return isOnWall ? (
      <CardNote title={texts.failed} text={`${message} ${frameTexts.retriesOnWall}`} />
    ) : (
      <CardNote title={texts.failed} text={message} onRetry={retry} />
    );
  }
  if (!world.data) return <Skeleton height="100%" />;
  const pickOf = (locationId: string) => {
    const subject = answered.totals.find(({ entityId }) => entityId === locationId);
    return onPick && subject && isLookedUp(answered.question, subject) ? () => onPick({ subject }) : undefined;
  };
  const focus = (place: PlacedValue | null) => {
    setFocused(place?.locationId ?? null);
    if (place) setOwn(withInSight(place, view, size));
  };
  const drawing = (
    <Drawing
      world={world.data}
      values={values}
      view={view}
      size={size}
      onMove={setOwn}
      isStill={isStill}
      focused={focused}
      pickOf={pickOf}
    />
  );
  return (
    <div className={classes['map']} style={{ width, height }}>
      {isStill ? (
        drawing
      ) : (
        <KeyArea label={texts.area} onKey={(key) => steppedBy(key, view, size)} onMove={setOwn}>
          {drawing}
        </KeyArea>
      )}
      <PlaceList values={values} pickOf={pickOf} onFocus={focus} />
      {values.unplaced > 0 && <span className={classes['unplaced']}>{texts.unplaced(values.unplaced)}</span>}
      {!isStill && (
        <div className={classes['tools']}>
          <Tool label={texts.closer} onClick={() => setOwn({ ...view, zoom: zoomed(view.zoom + 1) })}>
            <IconPlus size={16} />
          </Tool>
          <Tool label={texts.farther} onClick={() => setOwn({ ...view, zoom: zoomed(view.zoom - 1) })}>
            <IconMinus size={16} />
          </Tool>
          <Tool label={texts.all} onClick={() => setOwn(fittingView(values.locations, size))}>
            <IconFocusCentered size={16} />
          </Tool>
        </div>
      )}
    </div>
  );
}

interface DrawingProps {
  world: Parameters<typeof outlineNear>[0];
  values: Placed;
  view: MapView;
  size: { width: number; height: number };
  onMove: (view: MapView) => void;
  isStill: boolean;
  /** The location that has the focus in the list. */
  focused: string | null;
  pickOf: (locationId: string) => (() => void) | undefined;
}

function Drawing({ world, values, view, size, onMove, isStill, focused, pickOf }: DrawingProps) {
  const { width, height } = size;
  const pixels = pixelsPerDegree(view);
  const { latitude, longitude } = view.center;
  const land = useMemo(
    () =>
      outlineNear(world, {
        center: { latitude, longitude },
        reach: height / 2 / pixels,
        aspect: width / height,
      }),
    [world, latitude, longitude, pixels, width, height],
  );
  const [map, drag] = useDrag(view, onMove);
  const largest = Math.max(0, ...values.locations.map(({ value }) => value ?? 0));
  const { written } = values;
  const shown = values.locations
    .map((location) => ({ ...location, ...placed(location, view, size), radius: radiusOf(location, largest) }))
    // Small circles stay in sight before large ones.
    .toSorted((a, b) => b.radius - a.radius);
  const named = namedAmong(shown.length <= 12 ? shown : []);
  return (
    <svg
      className={classes['drawing']}
      width={width}
      height={height}
      aria-hidden
      {...(!isStill && { ref: map, ...drag })}
    >
      <g transform={`translate(${width / 2} ${height / 2}) scale(${pixels})`}>
        <path className={classes['land']} d={land} />
      </g>
      {shown.map(({ locationId, name, value, x, y, radius }) => (
        <g key={locationId} onClick={pickOf(locationId)}>
          {pickOf(locationId) && <circle className={classes['reach']} cx={x} cy={y} r={Math.max(radius, minReach)} />}
          <circle
            className={classes['place']}
            data-empty={value === null || undefined}
            data-picks={pickOf(locationId) !== undefined || undefined}
            data-focused={locationId === focused || undefined}
            cx={x}
            cy={y}
            r={radius}
          >
            <title>{`${name}: ${written(value)}`}</title>
          </circle>
        </g>
      ))}
      {/* Above all circles. */}
      {shown.map((location) => (
        <g key={location.locationId}>
          {location.radius >= 15 && !isCovered(location, location.y, shown) && (
            <text className={classes['value']} x={location.x} y={location.y + 4}>
              {written(location.value)}
            </text>
          )}
          {(named.has(location.locationId) || location.locationId === focused) && (
            <text className={classes['name']} x={location.x} y={location.y + location.radius + 13}>
              {location.name}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="default" aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

interface KeyAreaProps {
  label: string;
  onKey: (key: string) => MapView | undefined;
  onMove: (view: MapView) => void;
  children: ReactNode;
}

/** What has the focus and is moved by the arrow keys. */
function KeyArea({ label, onKey, onMove, children }: KeyAreaProps) {
  const press = (event: KeyboardEvent) => {
    const next = onKey(event.key);
    if (!next || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onMove(next);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- an application has the keys
    <div className={classes['area']} role="application" aria-label={label} tabIndex={0} onKeyDown={press}>
      {children}
    </div>
  );
}

/** From the middle of a circle: a target of 24 pixels, the least that is allowed. */
const minReach = 12;

const texts = {
  failed: 'Whoops!',
  closer: 'Zoom in',
  farther: 'Zoom out',
  all: 'Show all locations',
  area: 'Map, moved by the arrow keys',
  unplaced: (number: number) =>
    number === 1 ? '1 location has no coordinates' : `${number} locations have no coordinates`,
} as const;
