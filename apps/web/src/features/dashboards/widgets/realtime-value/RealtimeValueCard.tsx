import { RollingNumber } from '../../../../ui/RollingNumber.tsx';
import type { CardProps } from '../definition.ts';
import figure from '../figure.module.css';
import { LiveAge } from '../LiveAge.tsx';
import { ownText } from '../own-options.ts';
import { liveFormatOf, writtenLive, liveNumberOf, liveNumbers } from './live-numbers.ts';

/** One number that moves with every reading. */
export default function RealtimeValueCard({ widget, values, age = null, isPreview }: CardProps<'live'>) {
  const name = liveNumberOf(widget);
  const { label } = liveNumbers[name];
  const format = liveFormatOf(widget, name);
  const value = values[name] ?? null;
  const { format: written } = writtenLive(widget, name, values);
  return (
    <div className={figure['size']}>
      <div className={figure['room']}>
        <span className={figure['number']}>
          {value === null || format !== 'integer' ? written(value) : <RollingNumber value={value} format={written} />}
        </span>
        <span className={figure['caption']}>{ownText(widget, 'label') || label}</span>
        <span className={figure['foot']}>
          <LiveAge reading={values} age={age} isPreview={isPreview} />
        </span>
      </div>
    </div>
  );
}
