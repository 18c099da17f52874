import { type DragEvent, type HTMLAttributes, type ReactNode, useState } from 'react';
import { Card } from './Card.tsx';
import classes from './DropCard.module.css';

interface Props extends Pick<HTMLAttributes<HTMLElement>, 'aria-labelledby'> {
  /** Said while files are above it. */
  text: string;
  className?: string;
  /** Absent where files cannot be added. */
  onDrop?: (files: File[]) => void;
  children: ReactNode;
}

/** A card that takes files which are dropped on it. */
export function DropCard({ text, className = '', onDrop, children, ...rest }: Props) {
  const [over, setOver] = useState(false);
  const drag = (isOver: boolean) => (event: DragEvent) => {
    if (!onDrop || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <Card
      {...rest}
      className={`${classes['card']} ${className}`}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        if (onDrop && event.dataTransfer.files.length > 0) onDrop([...event.dataTransfer.files]);
      }}
    >
      {children}
      {over && <div className={classes['drop']}>{text}</div>}
    </Card>
  );
}
