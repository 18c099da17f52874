import type { CardProps } from '../definition.ts';
import { ownText } from '../own-options.ts';
import classes from './label.module.css';

/** A text in one line, as large as its room. */
export default function LabelCard({ widget }: CardProps<'nothing'>) {
  return (
    <div className={classes['size']}>
      <p className={classes['label']} data-align={ownText(widget, 'align') || undefined}>
        {ownText(widget, 'label')}
      </p>
    </div>
  );
}
