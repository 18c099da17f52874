import { Skeleton } from '@mantine/core';

export function DayChartSkeleton() {
  return (
    <div aria-busy>
      <Skeleton width={160} height={20} />
      <Skeleton width={320} height={16} mt={6} />
      <Skeleton height={304} mt="sm" />
    </div>
  );
}
