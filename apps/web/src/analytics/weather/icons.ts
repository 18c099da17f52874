import type { WeatherIcon } from '@atrium/rules/weather';
import {
  IconCloud,
  IconCloudFog,
  IconCloudRain,
  IconCloudSnow,
  IconCloudStorm,
  IconHaze,
  IconHazeMoon,
  IconMoon,
  IconSnowflake,
  IconSun,
  IconWind,
  type TablerIcon,
} from '@tabler/icons-react';

export const weatherIcons: Readonly<Record<WeatherIcon, TablerIcon>> = {
  'clear-day': IconSun,
  'clear-night': IconMoon,
  'partly-cloudy-day': IconHaze,
  'partly-cloudy-night': IconHazeMoon,
  cloudy: IconCloud,
  fog: IconCloudFog,
  wind: IconWind,
  rain: IconCloudRain,
  sleet: IconSnowflake,
  snow: IconCloudSnow,
  thunderstorm: IconCloudStorm,
};
