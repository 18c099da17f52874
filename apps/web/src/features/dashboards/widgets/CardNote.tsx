import classes from './card-note.module.css';

/** Why a card has nothing to draw, in its place. */
export function CardNote({ title, text }: { title?: string; text: string }) {
  return (
    <div className={classes['note']} role={title === undefined ? undefined : 'alert'}>
      {title !== undefined && <strong>{title}</strong>}
      <span>{text}</span>
    </div>
  );
}
