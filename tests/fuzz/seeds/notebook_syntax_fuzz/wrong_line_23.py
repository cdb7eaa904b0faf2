from a import (b
