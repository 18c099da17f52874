import { gridColumns, type Place, type Widget } from '@atrium/rules/dashboard';
import type { ReactNode } from 'react';
import classes from './LayoutDrawing.module.css';

interface Props {
  cards: readonly Pick<Widget, 'widgetId' | 'widgetType' | 'gridOptions'>[];
  /** Said in place of the picture. */
  label: string;
}

/** Of a column and a row of the grid, and of the gap between cards. */
const [column, row, gap] = [20, 12, 3];
const maxRows = 24;

/** A small picture of a dashboard: each card in its place, with a mark of its type. */
export function LayoutDrawing({ cards, label }: Props) {
  const bottom = Math.max(6, ...cards.map(({ gridOptions: { y, height } }) => y + height));
  const seen = `0 0 ${gridColumns * column} ${Math.min(bottom, maxRows) * row}`;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img cannot take its colors from the theme
    <svg className={classes['drawing']} viewBox={seen} preserveAspectRatio="xMidYMin slice" role="img">
      <title>{label}</title>
      {cards.map(({ widgetId, widgetType, gridOptions }) => (
        <CardShape key={widgetId} type={widgetType} place={gridOptions} />
      ))}
    </svg>
  );
}

function CardShape({ type, place }: { type: string; place: Place }) {
  const width = place.width * column - gap;
  const height = place.height * row - gap;
  const isPlain = type === 'label' || type === 'link' || type === 'spacer';
  return (
    <g transform={`translate(${place.x * column + gap / 2} ${place.y * row + gap / 2})`}>
      {!isPlain && <rect className={classes['card']} width={width} height={height} rx={3} />}
      <Mark type={type} width={width} height={height} />
    </g>
  );
}

interface MarkProps {
  type: string;
  width: number;
  height: number;
}

/** In the room below the title of a card. */
function Mark({ type, width, height }: MarkProps) {
  const [left, top] = [6, Math.min(12, height * 0.35)];
  const [across, down] = [width - 2 * left, height - top - 6];
  const title = <line className={classes['text']} x1={left} x2={left + across * 0.4} y1={6} y2={6} />;
  const shape = shapeOf(type, across, Math.max(4, down));
  if (type === 'spacer') return null;
  if (type === 'label' || type === 'link')
    return <line className={classes['text']} x1={2} x2={width * 0.3} y1={height / 2} y2={height / 2} />;
  return (
    <>
      {title}
      <g transform={`translate(${left} ${top})`}>{shape}</g>
    </>
  );
}

const curve = [0.7, 0.45, 0.55, 0.2, 0.35, 0.1, 0.4];
const bars = [0.5, 0.8, 0.35, 1, 0.65, 0.9, 0.45, 0.7];

function shapeOf(type: string, width: number, height: number): ReactNode {
  switch (type) {
    case 'line':
    case 'trend':
    case 'forecast':
      return (
        <polyline className={classes['line']} points={pointsOf(width, height)} data-dashed={type === 'forecast'} />
      );
    case 'bar':
    case 'stacked':
      return bars.map((share, index) => (
        <rect
          key={index}
          className={classes['fill']}
          x={(index * width) / bars.length}
          width={(width / bars.length) * 0.65}
          y={height * (1 - share)}
          height={height * share}
        />
      ));
    case 'pie':
    case 'gauge':
    case 'radial-gauge': {
      const radius = Math.min(width, height) / 2 - 2;
      return <Ring x={width / 2} y={height / 2} radius={Math.max(3, radius)} />;
    }
    case 'heatmap':
      return <Cells width={width} height={height} />;
    case 'table':
    case 'space-list':
    case 'text':
      return <Lines width={width} height={height} />;
    case 'map':
    case 'image':
    case 'sensor-image':
      return <ellipse className={classes['pale']} cx={width / 2} cy={height / 2} rx={width / 2} ry={height / 2} />;
    case 'weather':
      return [0.1, 0.3, 0.5, 0.7, 0.9].map((share) => (
        <circle
          key={share}
          className={classes['pale']}
          cx={width * share}
          cy={height / 2}
          r={Math.min(6, height / 2)}
        />
      ));
    default:
      return (
        <rect
          className={classes['fill']}
          y={height * 0.2}
          width={Math.min(36, width / 2)}
          height={height * 0.5}
          rx={2}
        />
      );
  }
}

function pointsOf(width: number, height: number): string {
  return curve.map((share, index) => `${(index * width) / (curve.length - 1)},${share * height}`).join(' ');
}

function Ring({ x, y, radius }: { x: number; y: number; radius: number }) {
  const around = 2 * Math.PI * radius;
  return (
    <>
      <circle className={classes['ring']} cx={x} cy={y} r={radius} />
      <circle className={classes['part']} cx={x} cy={y} r={radius} strokeDasharray={`${around * 0.62} ${around}`} />
    </>
  );
}

function Cells({ width, height }: { width: number; height: number }) {
  const [columns, rows] = [8, 4];
  return Array.from({ length: columns * rows }, (_, index) => (
    <rect
      key={index}
      className={classes['fill']}
      opacity={0.15 + (((index * 7) % 10) / 10) * 0.85}
      x={((index % columns) * width) / columns}
      y={(Math.floor(index / columns) * height) / rows}
      width={width / columns - 1}
      height={height / rows - 1}
    />
  ));
}

function Lines({ width, height }: { width: number; height: number }) {
  const count = Math.max(1, Math.floor(height / 7));
  return Array.from({ length: count }, (_, index) => (
    <line key={index} className={classes['text']} x1={0} x2={width} y1={index * 7 + 2} y2={index * 7 + 2} />
  ));
}
