import { Skeleton } from '@mantine/core';
import { outlineNear, type Point } from '../../analytics/map/map-outline.ts';
import { useBorders } from '../../analytics/map/use-borders.ts';
import classes from './places.module.css';
import { texts } from './texts.ts';

interface Props extends Point {
  name: string;
}

const reach = 6;
const aspect = 1.8;
const seen = `${-reach * aspect} ${-reach} ${2 * reach * aspect} ${2 * reach}`;

/** A map of a location, drawn from bundled borders: no third party learns what is viewed. */
export function LocationMap({ name, ...center }: Props) {
  const world = useBorders();
  if (world.error) return null;
  if (!world.data) return <Skeleton className={classes['map'] ?? ''} />;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img cannot take its colors from the theme
    <svg className={classes['map']} viewBox={seen} preserveAspectRatio="xMidYMid slice" role="img">
      <title>{texts.overview.map(name)}</title>
      <path className={classes['land']} d={outlineNear(world.data, { center, reach, aspect: 2 * aspect })} />
      <circle className={classes['halo']} r={0.55} />
      <circle className={classes['spot']} r={0.28} />
    </svg>
  );
}
