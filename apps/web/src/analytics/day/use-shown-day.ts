import { useNavigate, useSearch } from '@tanstack/react-router';
import { useNow } from '../../ui/use-now.ts';
import { addressOf, type DayAddress, localToday, type ShownDay, shownDay } from './day-search-params.ts';

type Show = (shown: Pick<ShownDay, 'date' | 'comparison'>) => void;

/** The day and the comparison in the page's URL; choosing others changes the URL. */
export function useShownDay(timezone: string): [ShownDay, Show] {
  const address: DayAddress = useSearch({ strict: false });
  const navigate = useNavigate();
  const now = useNow(60_000);
  const show: Show = (shown) => {
    const next = addressOf(shown, localToday(timezone, now));
    void navigate({
      to: '.',
      search: ({ day: _day, compare: _compare, ...rest }: DayAddress & Record<string, unknown>) => ({
        ...rest,
        ...next,
      }),
      replace: true,
    });
  };
  return [shownDay(address, timezone, now), show];
}
