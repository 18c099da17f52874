import { count } from '../../../../format/numbers.ts';
import type { CardProps } from '../definition.ts';
import figure from '../figure.module.css';
import { waitOf } from './wait.ts';

/** The wait in whole minutes, and the people in line. */
export default function ExpectedWaitCard({ values }: CardProps<'last-reading'>) {
  const { minutes, people } = waitOf(values.readings[0]);
  return (
    <div className={figure['size']}>
      <div className={figure['room']}>
        <span className={figure['number']}>
          {minutes === 0 ? (
            texts.noWait
          ) : (
            <>
              {count(minutes)}
              {minutes !== null && <small> {texts.minutes}</small>}
            </>
          )}
        </span>
        <span className={figure['caption']}>{people === null ? texts.unknown : texts.people(people)}</span>
        {minutes === null && people !== null && people > 0 && <span className={figure['foot']}>{texts.standing}</span>}
      </div>
    </div>
  );
}

const texts = {
  noWait: 'No wait',
  minutes: 'min',
  people: (people: number) => (people === 1 ? '1 person in line' : `${count(people)} people in line`),
  unknown: 'No readings yet',
  standing: 'Nobody has moved on recently, so the wait is not known.',
} as const;
