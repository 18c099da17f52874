import { getDataQueue } from '@atrium/contract/data';
import { Button, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { texts } from './texts.ts';

const queueMs = 2_000;

interface Props {
  /** Shows nothing before this many seconds have passed. */
  after?: number;
  className: string;
  onStop: () => void;
}

/** How long an answer has taken, how many questions wait, and a way to end it. */
export function Progress({ after = 1, className, onStop }: Props) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((passed) => passed + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const queue = useEndpoint(getDataQueue, {}, { enabled: seconds >= after, every: queueMs });
  if (seconds < after) return null;
  return (
    <div className={className}>
      <Loader size="xs" />
      <output>{texts.asking(seconds, queue.data?.waiting ?? 0)}</output>
      <Button size="compact-sm" variant="default" onClick={onStop}>
        {texts.stop}
      </Button>
    </div>
  );
}
