import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { motion } from './theme/tokens.ts';

interface Props {
  value: number;
  format: (value: number) => string;
}

/** A number that animates to its new value; with reduced motion it jumps. */
export function RollingNumber({ value, format }: Props) {
  const [shown, setShown] = useState(value);
  const reducedMotion = useReducedMotion();
  const last = useRef(value);
  useEffect(() => {
    const from = last.current;
    last.current = value;
    if (from === value) return undefined;
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const progress = reducedMotion ? 1 : Math.min(1, (now - startedAt) / motion.calm);
      setShown(Math.round(from + (value - from) * progress));
      if (progress < 1) frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      setShown(value);
    };
  }, [value, reducedMotion]);
  return <>{format(shown)}</>;
}
