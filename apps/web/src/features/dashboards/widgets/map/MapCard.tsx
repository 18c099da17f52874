import { ActionIcon, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { outlineNear } from '../../../../analytics/map/map-outline.ts';
import { useBorders } from '../../../../analytics/map/use-borders.ts';
import { valuesIn } from '../../../../format/numbers.ts';
import { CardNote } from '../CardNote.tsx';
import type { CardProps } from '../definition.ts';
import type { Places } from '../values.ts';
import classes from './map.module.css';
import {
  firstView,
  fittingView,
  isCovered,
  type MapView,
  moved,
  namedAmong,
  pixelsPerDegree,
  placed,
  radiusOf,
  zoomed,
} from './view.ts';

/** The locations on bundled borders: no third party learns what is viewed. */
export default function MapCard({ widget, values, width, height, isPreview }: CardProps<'places'>) {
  const world = useBorders();
  const [own, setOwn] = useState<MapView>();
  const size = { width: Math.max(1, width), height: Math.max(1, height) };
  const view = own ?? firstView(widget, values.locations, size);
  if (world.error)
    return <CardNote title={texts.failed} text={world.error.message} onRetry={() => void world.refetch()} />;
  if (!world.data) return <Skeleton height="100%" />;
  return (
    <div className={classes['map']} style={{ width, height }}>
      <Drawing world={world.data} values={values} view={view} size={size} onMove={setOwn} isStill={isPreview} />
      <Words values={values} />
      {!isPreview && (
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
  values: Places;
  view: MapView;
  size: { width: number; height: number };
  onMove: (view: MapView) => void;
  isStill: boolean;
}

function Drawing({ world, values, view, size, onMove, isStill }: DrawingProps) {
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
  const drag = useDrag(view, onMove);
  const largest = Math.max(0, ...values.locations.map(({ value }) => value ?? 0));
  const written = valuesIn(values.format, {});
  const shown = values.locations
    .map((location) => ({ ...location, ...placed(location, view, size), radius: radiusOf(location, largest) }))
    // Small circles stay in sight before large ones.
    .toSorted((a, b) => b.radius - a.radius);
  const named = namedAmong(shown.length <= 12 ? shown : []);
  return (
    <svg className={classes['drawing']} width={width} height={height} aria-hidden {...(!isStill && drag)}>
      <g transform={`translate(${width / 2} ${height / 2}) scale(${pixels})`}>
        <path className={classes['land']} d={land} />
      </g>
      {shown.map(({ locationId, name, value, x, y, radius }) => (
        <circle
          key={locationId}
          className={classes['place']}
          data-empty={value === null || undefined}
          cx={x}
          cy={y}
          r={radius}
        >
          <title>{`${name}: ${written(value)}`}</title>
        </circle>
      ))}
      {/* Above all circles. */}
      {shown.map((location) => (
        <g key={location.locationId}>
          {location.radius >= 15 && !isCovered(location, location.y, shown) && (
            <text className={classes['value']} x={location.x} y={location.y + 4}>
              {written(location.value)}
            </text>
          )}
          {named.has(location.locationId) && (
            <text className={classes['name']} x={location.x} y={location.y + location.radius + 13}>
              {location.name}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

function useDrag(view: MapView, onMove: (view: MapView) => void) {
  const start = useRef<{ x: number; y: number; view: MapView } | null>(null);
  const end = () => {
    start.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<SVGElement>) => {
      // A finger scrolls the page past the map.
      if (event.pointerType === 'touch') return;
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { x: event.clientX, y: event.clientY, view };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { current } = start;
      if (current) onMove(moved(current.view, clientX - current.x, clientY - current.y));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="default" aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

/** The same for those who do not see it, and what the map cannot show. */
function Words({ values: { locations, label, format, unplaced } }: { values: Places }) {
  const written = valuesIn(format, {});
  return (
    <>
      <VisuallyHidden component="ul" aria-label={label}>
        {locations.map(({ locationId, name, value }) => (
          <li key={locationId}>{`${name}: ${written(value)}`}</li>
        ))}
      </VisuallyHidden>
      {unplaced > 0 && <span className={classes['unplaced']}>{texts.unplaced(unplaced)}</span>}
    </>
  );
}

const texts = {
  failed: 'Whoops!',
  closer: 'Zoom in',
  farther: 'Zoom out',
  all: 'Show all locations',
  unplaced: (number: number) =>
    number === 1 ? '1 location has no coordinates' : `${number} locations have no coordinates`,
} as const;
