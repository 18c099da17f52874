import { useMediaQuery } from '@mantine/hooks';
import { breakpoints } from '../theme/tokens.ts';
import { useRemembered } from '../use-remembered.ts';
import type { Column } from './column.ts';

interface ShownColumns<Row> {
  shown: Column<Row>[];
  /** What only lacks the room on screen is in the file all the same. */
  inFile: Column<Row>[];
  toggle: (column: Column<Row>) => void;
}

/** What somebody chose for this list on this device, else what fits the screen. */
export function useShownColumns<Row>(list: string, columns: readonly Column<Row>[]): ShownColumns<Row> {
  const [remembered, remember] = useRemembered(`columns.${list}`);
  const fits = {
    tablet: useMediaQuery(`(min-width: ${breakpoints.tablet}px)`) ?? true,
    desktop: useMediaQuery(`(min-width: ${breakpoints.desktop}px)`) ?? true,
    roomy: useMediaQuery(`(min-width: ${breakpoints.roomy}px)`) ?? true,
    wide: useMediaQuery(`(min-width: ${breakpoints.wide}px)`) ?? true,
  };
  const chosen = new Map((remembered ?? '').split(' ').map((word) => [word.slice(1), word.startsWith('+')]));
  const isShown = ({ id, from }: Column<Row>) => chosen.get(id) ?? (from ? fits[from] : true);
  return {
    shown: columns.filter(isShown),
    inFile: columns.filter(({ id, isActions }) => !isActions && (chosen.get(id) ?? true)),
    toggle: (column) => {
      const next = new Map(chosen).set(column.id, !isShown(column));
      remember(
        [...next]
          .filter(([id]) => id !== '')
          .map(([id, on]) => (on ? '+' : '-') + id)
          .join(' '),
      );
    },
  };
}
