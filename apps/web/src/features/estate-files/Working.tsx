import { Button, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './estate-files.module.css';
import { texts } from './texts.ts';

const soonMs = 1000;

/** What is under way, once it takes longer than a moment, and a way to end it: then nothing is changed. */
export function Working({ words, onEnd }: { words: string; onEnd: () => void }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), soonMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <div className={classes['working']}>
      <output>{words}</output>
      <Progress aria-label={words} value={100} animated />
      <Button variant="default" onClick={onEnd}>
        {texts.end}
      </Button>
    </div>
  );
}
