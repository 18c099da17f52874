import { DayField } from '../../../analytics/pickers/DayField.tsx';
import { texts } from '../texts.ts';
import classes from './view.module.css';

interface Props {
  /** Empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/** The day of all cards. */
export function DateField({ value, onChange }: Props) {
  return (
    <div className={classes['date']}>
      <DayField
        size="xs"
        aria-label={texts.view.date}
        title={texts.view.dateHelp}
        value={value}
        onChange={onChange}
        ofEmpty={
          <span className={classes['today']} aria-hidden>
            {texts.view.today}
          </span>
        }
      />
    </div>
  );
}
