import type { CardProps } from '../definition.ts';
import { Picture } from '../image/Picture.tsx';

/** What a sensor sees. */
export default function SensorImageCard({ values: { address, name } }: CardProps<'sensor-image'>) {
  return <Picture address={address} description={texts.image(name)} />;
}

const texts = { image: (name: string) => (name === '' ? 'Image of a sensor' : `Image of ${name}`) } as const;
