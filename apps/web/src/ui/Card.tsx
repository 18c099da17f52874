import type { ComponentPropsWithoutRef } from 'react';
import classes from './Card.module.css';

type Props = ComponentPropsWithoutRef<'section'>;

export function Card({ className, ...rest }: Props) {
  return <section className={className ? `${classes['card']} ${className}` : classes['card']} {...rest} />;
}
