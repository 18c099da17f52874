import { Combobox, ScrollArea, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown, type TablerIcon } from '@tabler/icons-react';
import classes from './SearchPicker.module.css';

interface PickerOption {
  value: string;
  label: string;
  /** Smaller, next to the label. */
  note?: string;
}

interface Props {
  /** The label of the choice. */
  label: string;
  /** Looks like the heading of the page, or like a field of a form. */
  variant: 'heading' | 'field';
  icon?: TablerIcon;
  value: string | null;
  /** The name of the value, or a prompt while there is none. */
  text: string;
  options: readonly PickerOption[];
  search: string;
  onSearch: (text: string) => void;
  onChoose: (value: string) => void;
  searchText: string;
  nothingFound: string;
}

/** A button that opens a list with a search field above it. The parent component does the searching. */
export function SearchPicker(props: Props) {
  const {
    label,
    variant,
    icon: Icon,
    value,
    text,
    options,
    search,
    onSearch,
    onChoose,
    searchText,
    nothingFound,
  } = props;
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      onSearch('');
    },
  });
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      shadow="md"
      // Inside the page's landmark, so that screen readers know where it belongs; a heading cannot contain a list.
      withinPortal={variant === 'heading'}
      portalProps={{ target: 'main' }}
      width={variant === 'heading' ? 320 : 'target'}
      onOptionSubmit={(chosen) => {
        onChoose(chosen);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <button
          type="button"
          className={classes['button']}
          data-variant={variant}
          data-empty={value === null || undefined}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          {Icon && <Icon size={18} aria-hidden />}
          <span className={classes['label']}>{`${label}: `}</span>
          <span className={classes['text']}>{text}</span>
          <IconChevronDown size={variant === 'heading' ? 22 : 16} aria-hidden />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => {
            onSearch(event.currentTarget.value);
            combobox.resetSelectedOption();
          }}
          placeholder={searchText}
          aria-label={searchText}
        />
        <Combobox.Options aria-label={label}>
          <ScrollArea.Autosize mah={320} type="scroll">
            {options.map((option) => (
              <Combobox.Option key={option.value} value={option.value} active={option.value === value}>
                <span className={classes['option']}>
                  <span className={classes['text']}>{option.label}</span>
                  {option.note && <span className={classes['note']}>{option.note}</span>}
                  {option.value === value && <IconCheck size={16} aria-hidden />}
                </span>
              </Combobox.Option>
            ))}
            {options.length === 0 && <Combobox.Empty>{nothingFound}</Combobox.Empty>}
          </ScrollArea.Autosize>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
