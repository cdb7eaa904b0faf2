f'{x!rr}'
