import type { CardProps } from '../definition.ts';
import classes from './spacer.module.css';

/** Nothing; in the gallery, where it would be. */
export default function SpacerCard({ isPreview }: CardProps<'nothing'>) {
  return isPreview ? <div className={classes['shown']} aria-hidden /> : null;
}
