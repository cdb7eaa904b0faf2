a[
